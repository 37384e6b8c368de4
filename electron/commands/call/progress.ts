import type { OutputStream } from './command-process.ts';
import { printable } from './terminal.ts';

/** How long (ms) to wait before reporting progress: longer for a build's log than for a person. */
const quietMs = { terminal: 500, log: 5_000 };
/** How often (ms) to report: a terminal's line is overwritten, a log's lines stay. */
const everyMs = { terminal: 1_000, log: 10_000 };

/**
 * Shows on standard error what a long command is doing: one overwritten line at a terminal, an
 * occasional line elsewhere, so that a build is seen to make progress. Pass null to clear the line
 * before printing anything else. `now` is monotonic, in ms.
 */
export function progressOn(
  stream: Pick<OutputStream, 'write' | 'isTTY' | 'columns'>,
  now: () => number = () => performance.now(),
): (line: string | null) => void {
  const kind = stream.isTTY ? 'terminal' : 'log';
  let began: number | null = null;
  let last: number | null = null;
  let isShown = false;
  return (line) => {
    if (line === null) {
      if (isShown) stream.write('\r\u001B[K');
      [began, last, isShown] = [null, null, false];
      return;
    }
    const at = now();
    began ??= at;
    if (at - (last ?? began) < (last === null ? quietMs : everyMs)[kind]) return;
    last = at;
    const text = printable(line).replaceAll('\n', ' ');
    if (!stream.isTTY) return void stream.write(`${text}\n`);
    isShown = true;
    // A longer line would wrap, and overwriting clears only one line.
    stream.write(`\r${text.slice(0, Math.max(0, (stream.columns ?? 80) - 1))}\u001B[K`);
  };
}
