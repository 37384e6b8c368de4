import { createInterface } from 'node:readline';
import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';
import type { TerminalUser } from '../call/terminal-user.ts';

const tries = 3;

/**
 * Reads the address where the browser ended up, from the person or from standard input; false if
 * there is none.
 */
export async function pastedInto(
  finish: (text: string) => Result<void, SignInProblem>,
  person: TerminalUser | null,
): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const text =
      person === null
        ? await firstLine()
        : await person.ask('Paste the address where the browser ended up: ');
    const taken = finish(text);
    if (taken.ok) return true;
    process.stderr.write(`${taken.error.message}\n`);
    if (person === null) break;
  }
  return false;
}

function firstLine(): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}
