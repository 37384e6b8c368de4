import { CommandError, type CommandOutput } from '../../commands/call/command.ts';
import { printable, remark } from '../../commands/call/terminal.ts';
import { answer } from '../../commands/run.ts';
import { hereAt } from '../../commands/testing/here.ts';
import { demandPublished } from '../../commands/testing/published.ts';
import { composeCore } from '../../compose-core.ts';
import { makePlace, type Entry } from './place.ts';

/** What a command line printed, or what stopped it. */
export interface Answered {
  readonly exit: number;
  readonly json: unknown;
  readonly text: string;
}

export interface Commands {
  /** Their data folder. */
  readonly data: string;
  /** Throws a CommandError for what stops it. */
  answer(words: readonly string[]): Promise<CommandOutput>;
  /** A line of words with single spaces; its document is checked against the published schema. */
  run(line: string): Promise<Answered>;
  end(): void;
}

/** Command lines over one server `s`, as processes run them, one after another; run in `cwd`. */
export function commandsOver(cwd: string, entry: Entry): Commands {
  const own = makePlace();
  const where = {
    place: { platform: process.platform, home: own.home, env: { SKILLGATE_HOME: own.data } },
    cwd,
  };
  const sessionConfig = own.write('config.json', { mcpServers: { s: entry } });
  const answered = async (words: readonly string[]): Promise<CommandOutput> => {
    const options = {
      ...where,
      version: '0',
      userName: 'tester',
      sample: { command: process.execPath, args: [] },
      sessionConfig,
      allowStart: true,
      autoRetry: false,
    };
    const core = await composeCore(options);
    if (!core.ok) throw new Error(core.error);
    const { app } = core.value;
    try {
      return await answer(
        words,
        '0',
        hereAt({ ...where, remark, composing: () => options, core: async () => app }),
      );
    } finally {
      await app.shutDown();
    }
  };
  return {
    data: own.data,
    answer: answered,
    async run(line) {
      const words = line.split(' ');
      try {
        const { exit, json, human } = await answered(words);
        demandPublished([...words, '--json'], JSON.stringify(json));
        return { exit, json, text: human.map(printable).join('\n') };
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        return { exit: 2, json: null, text: error.message };
      }
    },
    end: () => own.remove(),
  };
}
