import type { Report } from '../../../shared/model/report.ts';
import { printable } from '../../commands/call/terminal.ts';
import { answer } from '../../commands/run.ts';
import { hereAt } from '../../commands/testing/here.ts';
import { composeCore } from '../../compose-core.ts';
import { makePlace, type Entry } from './place.ts';

/** `skillgate conformance` over one server, as a process runs it; `cwd` is where it is typed. */
export async function conformance(
  cwd: string,
  entry: Entry,
  ...words: readonly string[]
): Promise<{ exit: number; report: Report; text: string }> {
  const own = makePlace();
  const where = {
    place: { platform: process.platform, home: own.home, env: { SKILLGATE_HOME: own.data } },
    cwd,
  };
  const core = await composeCore({
    ...where,
    version: '0',
    userName: 'tester',
    sample: { command: process.execPath, args: [] },
    sessionConfig: own.write('config.json', { mcpServers: { s: entry } }),
    autoRetry: false,
  });
  if (!core.ok) throw new Error(core.error);
  const { app } = core.value;
  try {
    const here = hereAt({ ...where, core: async () => app });
    const output = await answer(['conformance', '--server', 's', ...words], '0', here);
    return {
      exit: output.exit,
      report: output.json as Report,
      text: output.human.map(printable).join('\n'),
    };
  } finally {
    await app.shutDown();
    own.remove();
  }
}
