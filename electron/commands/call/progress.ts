import type { OutputStream } from './command-process.ts';
import { printable } from './terminal.ts';

/** Nobody has to be told of what is over at once, and no log of a build of what is over soon (ms). */
const quietMs = { terminal: 500, log: 5_000 };
/** A line of a terminal is written over, and those of a log come seldom (ms). */
const everyMs = { terminal: 1_000, log: 10_000 };

/**
 * Says on standard error what a long command is at: in one line that is written over where a person
 * sits at a terminal, else in a line now and then, so that a build is seen to go on. Null takes the line
 * away, which whoever prints something after it has to do. `now`: ms on a clock that only goes on.
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
    // A longer one would go on in a second line, which is not written over.
    stream.write(`\r${text.slice(0, Math.max(0, (stream.columns ?? 80) - 1))}\u001B[K`);
  };
}
