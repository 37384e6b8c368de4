import type { ConformanceReport } from '../../../shared/model/report.ts';
import { printable } from '../../commands/call/terminal.ts';
import { commandsOver } from './commands.ts';
import type { Entry } from './place.ts';

/** `skillgate conformance` over one server, as a process runs it, in `cwd`. */
export async function conformance(
  cwd: string,
  entry: Entry,
  ...words: readonly string[]
): Promise<{ exit: number; report: ConformanceReport; text: string }> {
  const commands = commandsOver(cwd, entry);
  try {
    const output = await commands.answer(['conformance', '--server', 's', ...words]);
    return {
      exit: output.exit,
      report: output.json as ConformanceReport,
      text: output.human.map(printable).join('\n'),
    };
  } finally {
    commands.end();
  }
}
