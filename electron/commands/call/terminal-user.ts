import { createInterface } from 'node:readline';
import type { CommandProcess } from './command-process.ts';
import type { OutputLine } from './output.ts';
import { fitted, printable } from './terminal.ts';

/** Somebody who sits at a terminal, and sees what a command says before it asks. */
export interface TerminalUser {
  say(lines: readonly OutputLine[]): void;
  /** What they typed, without spaces around it; empty where they typed nothing or closed it. */
  ask(question: string): Promise<string>;
}

/**
 * The person at the terminal; null where there is none. Everything goes to standard error, so
 * that standard output may be a file.
 */
export function personAt({
  stdin,
  stderr,
}: Pick<CommandProcess, 'stdin' | 'stderr'>): TerminalUser | null {
  if (stdin.isTTY !== true || !stderr.isTTY) return null;
  return {
    say: (lines) =>
      void stderr.write(
        lines.map((line) => `${fitted(printable(line), stderr.columns)}\n`).join(''),
      ),
    ask: (question) =>
      new Promise((answer) => {
        // A question may name a server, and whoever wrote the list chose that name.
        stderr.write(`${fitted(printable(question.trimEnd()), stderr.columns)} `);
        // The terminal keeps its own line editing, and with it Ctrl+C as a signal.
        const lines = createInterface({ input: stdin as NodeJS.ReadStream, terminal: false });
        lines.once('line', (line) => {
          answer(line.trim());
          lines.close();
        });
        lines.once('close', () => answer(''));
      }),
  };
}
