import type { EngineApplication } from '../engine/application.ts';
import type { AppContext } from '../engine/contexts.ts';
import type { MachineInfo } from '../storage/disk/data-folder.ts';
import type { FolderSource } from '../storage/folders/folder-source.ts';
import { bundleFile } from './bundle-file.ts';
import {
  CommandError,
  type CommandOutput,
  type OutputLine,
  type CommandContext,
  type LooksAt,
} from './call/command.ts';
import { endSignals, thisProcess, type CommandProcess, lastWord } from './call/command-process.ts';
import { helpOf, overview } from './call/help.ts';
import { given, split, wantsJson } from './call/parse.ts';
import { personAt } from './call/terminal-user.ts';
import { progressOn, complain, print, remark, survivePipes } from './call/terminal.ts';
import type { OutputMasking } from './call/masking.ts';
import { describeStore } from './call/store-remarks.ts';
import { commands, findCommand } from './commands.ts';

/**
 * Runs one command line in `own` and returns the exit code. A failure is one line on stderr, or the
 * JSON document with `--json`, and exit code 2.
 */
export async function runCli(
  argv: readonly string[],
  version: string,
  own: CommandProcess = thisProcess(),
): Promise<number> {
  survivePipes(own);
  const json = wantsJson(argv);
  const here = hereOf(version, own, json ? 'nobody' : 'whoever-is-there');
  const answered = lastWord(json, own);
  try {
    const output = await answer(argv, version, here).finally(answered);
    if (!here.isCutShort()) return await print(output, json, own.stdout);
    // Servers are shut down by now, so remarks about them would be about the shutdown.
    return await complain({ code: 'internal', message: 'ended before it was done' }, json, own);
  } catch (error) {
    return await complain(
      error instanceof CommandError
        ? error
        : { code: 'internal', message: error instanceof Error ? error.message : String(error) },
      json,
      own,
    );
  } finally {
    await here.close();
  }
}

/** What a command line prints. Throws a CommandError if it stops. */
export async function answer(
  argv: readonly string[],
  version: string,
  here: CommandContext,
): Promise<CommandOutput> {
  const line = split(argv);
  const found = findCommand(line.words);
  if (line.given.has('help')) return helpFor(found, version);
  switch (found.kind) {
    case 'none':
      if (line.given.has('version')) return said({ version }, version);
      throw new CommandError(`${line.mistake ?? 'no command given'}; see \`skillgate --help\``);
    case 'unknown':
      throw new CommandError(
        `there is no command ${JSON.stringify(found.name)}; see \`skillgate --help\``,
      );
    case 'group':
      throw new CommandError(`which one? ${found.names.join(', ')}`);
    case 'command': {
      const command = commands[found.name];
      if (command === undefined) throw new Error(`no command ${found.name}`);
      const run = async (asked: CommandContext): Promise<CommandOutput> => {
        const call = given(found.name, command, line, found.words);
        return command.run('allow-start' in command.flags ? permitting(asked, call) : asked, call);
      };
      return withoutSecrets(here, line.given.has('json'), run);
    }
  }
}

/**
 * The one place that allows the commands of a list for one run, before the first of them starts,
 * for every command of ours that may start any. If it misses one, the connection itself refuses.
 */
function permitting(here: CommandContext, call: Readonly<Record<string, unknown>>): CommandContext {
  const { server, words } = call;
  const [word] = Array.isArray(words) ? (words as string[]) : [];
  const label = typeof server === 'string' ? server : word;
  const allowStart = call['allow-start'] === true;
  const core: CommandContext['core'] = async (config, findings, _, folders) => {
    const parts = await here.core(config, findings, allowStart, folders);
    if (parts.options.sessionConfig !== null && !allowStart)
      await (await import('./call/start-permission.ts')).askToStart(parts, label ?? null, here);
    return parts;
  };
  return Object.create(here, { core: { value: core } }) as CommandContext;
}

/** The one place through which command output about servers passes, to be masked. Errors, too. */
async function withoutSecrets(
  here: CommandContext,
  asJson: boolean,
  run: (here: CommandContext) => Promise<CommandOutput>,
): Promise<CommandOutput> {
  let core: AppContext | null = null;
  let toldMasked = 0;
  const masking = async (): Promise<OutputMasking | null> =>
    core !== null && gaveAny(core) ? (await import('./call/masking.ts')).maskingOf(core) : null;
  const watched = Object.create(here, {
    core: {
      value: async (...of: Parameters<CommandContext['core']>) => (core = await here.core(...of)),
    },
    tellMasked: {
      value: async (human: readonly OutputLine[]) => {
        const masks = await masking();
        await here.tell(masks?.output({ json: null, human, exit: 0 }).human ?? human);
        toldMasked += masks?.changed() ?? 0;
      },
    },
  }) as CommandContext;
  try {
    const output = await run(watched);
    await remarkRules(here, core);
    remarkStore(here, core, output);
    const masks = await masking();
    if (masks === null) return output;
    const masked = masks.output(output);
    if (masks.changed() + toldMasked > 0 && !asJson) here.remark(describeMasked(masks.names()));
    return masked;
  } catch (error) {
    const masks = await masking();
    if (masks === null || !(error instanceof Error)) throw error;
    const message = masks.text(error.message);
    if (error instanceof CommandError)
      // A permission shows no secret, and values that can load code must stay readable.
      throw Object.assign(new CommandError(message, error.code, error.stderr.map(masks.text)), {
        exit: error.exit,
        lines: error.lines,
        details: error.details,
      });
    throw message === error.message ? error : new Error(message);
  }
}

/** A decision is made whether or not an app's own settings follow it; if not, that's said. */
async function remarkRules(here: CommandContext, core: AppContext | null): Promise<void> {
  if (core === null) return;
  // Whoever read a folder may have seen that an approved skill changed.
  if (core.ruleStore.about === 'folders') core.hostRules.changed();
  await core.hostRules.settled();
  const { problem } = core.hostRules;
  if (problem !== null)
    here.remark(`Your decision counts, but an app's own settings don't follow it: ${problem}`);
}

/** What to say on standard error about the decisions file if the output doesn't. */
function remarkStore(
  here: CommandContext,
  core: AppContext | null,
  { human }: CommandOutput,
): void {
  if (core === null) return;
  const { state } = core.approvals;
  const isSaid =
    state.status === 'unreadable' &&
    human.some((line) => typeof line === 'string' && line.includes(state.message));
  if (!isSaid) for (const line of describeStore(state)) here.remark(line);
}

/** If no server was asked, or none has a secret, no masking code is loaded. */
const gaveAny = ({ catalogue, links }: AppContext): boolean =>
  [...catalogue.servers.values()].some((server) => links.given(server).length > 0);

const describeMasked = (names: readonly string[]): string =>
  names.length === 0
    ? '•••• replaces secrets that a server was given (environment, ' +
      'headers, address, sign-in) and repeats.'
    : `•••• replaces secrets that a server was given and repeats (${names.join(', ')}).`;

function helpFor(found: ReturnType<typeof findCommand>, version: string): CommandOutput {
  const names = found.kind === 'command' ? [found.name] : found.kind === 'group' ? found.names : [];
  if (found.kind === 'unknown')
    throw new CommandError(
      `there is no command ${JSON.stringify(found.name)}; see \`skillgate --help\``,
    );
  const help =
    names.length === 0
      ? overview(version, commands)
      : names
          .flatMap((name) => {
            const command = commands[name];
            return command === undefined ? [] : [helpOf(name, command)];
          })
          .join('\n\n');
  return said({ help }, help);
}

const said = (json: object, block: string): CommandOutput => ({
  json,
  human: [{ block }],
  exit: 0,
});

/** What a core is composed of for a command of this process. */
function composingIn(version: string, own: CommandProcess): CommandContext['composing'] {
  return (config, allowStart = false) => {
    const sessionConfig = config ?? own.env['SKILLGATE_CONFIG'] ?? '';
    if (allowStart && sessionConfig === '')
      throw new CommandError(
        '--allow-start is for a list of servers (--config FILE or SKILLGATE_CONFIG); ' +
          'for a stored server run `skillgate servers allow LABEL`',
      );
    return {
      place: placeOf(own),
      cwd: own.cwd,
      version,
      userName: own.userName,
      sample: own.sample,
      command: own.command ?? null,
      sessionConfig: sessionConfig === '' ? null : sessionConfig,
      allowStart,
      autoRetry: false,
      keepLog: false,
    };
  };
}

const placeOf = ({ platform, home, env }: CommandProcess): MachineInfo => ({ platform, home, env });

/** The process, and the core once a command asks for it. */
function hereOf(
  version: string,
  own: CommandProcess,
  asks: 'nobody' | 'whoever-is-there',
): CommandContext & { close(): Promise<void>; isCutShort(): boolean } {
  let core: Promise<EngineApplication> | null = null;
  let isCutShort = false;
  let ends: AbortController | null = null;
  const composing = composingIn(version, own);
  const open = async (
    config?: string,
    findings?: LooksAt,
    allowStart?: boolean,
    folders?: readonly FolderSource[],
  ): Promise<EngineApplication> => {
    const { composeCore } = await import('../compose-core.ts');
    const rules =
      findings === undefined
        ? {}
        : {
            findings: bundleFile('findings'),
            inspects: findings === 'of-changed' ? ('changed' as const) : ('all' as const),
          };
    const chosen =
      folders === undefined
        ? composing(config, allowStart)
        : { ...composing(), sessionConfig: null, folders };
    const made = await composeCore({ ...chosen, ...rules });
    if (!made.ok) throw new CommandError(made.error, 'bad-input');
    const { app } = made.value;
    const end = (): void => {
      // A command that watches for the end stops on its own and reports what it has.
      if (ends !== null) return;
      isCutShort = true;
      void app.shutDown().finally(() => own.exit(130));
    };
    for (const signal of endSignals) own.onSignal(signal, end);
    return app;
  };
  const tell: CommandContext['tell'] = async (human) =>
    void (await print({ json: null, human, exit: 0 }, false, own.stdout));
  return {
    place: placeOf(own),
    cwd: own.cwd,
    get stdin() {
      return own.stdin;
    },
    process: own,
    get person() {
      return asks === 'nobody' ? null : personAt(own);
    },
    composing,
    tell,
    tellMasked: () => {
      throw new Error('invariant: nothing masks what this command tells');
    },
    remark: (line) => remark(line, own.stderr),
    progress: progressOn(own.stderr),
    ending: () => {
      if (ends !== null) return ends.signal;
      const told = new AbortController();
      ends = told;
      for (const signal of endSignals) own.onSignal(signal, () => told.abort());
      return told.signal;
    },
    core: (...of) => (core ??= open(...of)),
    isCutShort: () => isCutShort,
    close: async () => {
      const app = await core?.catch(() => null);
      await app?.shutDown();
    },
  };
}
