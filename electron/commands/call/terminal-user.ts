import { createInterface } from 'node:readline';
import type { CommandProcess } from './command-process.ts';
import { type OutputLine, fitted, printable } from './terminal.ts';

/** A person at a terminal. */
export interface TerminalUser {
  say(lines: readonly OutputLine[]): void;
  /** Returns what they typed, trimmed; empty if they typed nothing or closed the input. */
  ask(question: string): Promise<string>;
}

/**
 * Returns the person at the terminal, or null if there is none. Everything goes to standard error,
 * so that standard output can be a file.
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
    ask: async (question) => {
      await dropTyped(stdin as NodeJS.ReadStream);
      return new Promise((answer) => {
        // A question may contain a server's name, chosen by whoever wrote the list.
        stderr.write(`${fitted(printable(question.trimEnd()), stderr.columns)} `);
        // The terminal keeps its own line editing, and Ctrl+C stays a signal.
        const lines = createInterface({ input: stdin as NodeJS.ReadStream, terminal: false });
        lines.once('line', (line) => {
          answer(line.trim());
          lines.close();
        });
        lines.once('close', () => answer(''));
      });
    },
  };
}

/** How long a terminal takes to hand over what was typed before, in ms. */
const typedMs = 50;

/**
 * Drops what was typed before a question: whoever types ahead has seen neither the question nor
 * what it's about, and the attacker is a server that changes both by then.
 */
async function dropTyped(stdin: NodeJS.ReadStream): Promise<void> {
  if (stdin.readableEnded) return;
  const drop = (): void => {};
  stdin.on('data', drop);
  await new Promise((done) => setTimeout(done, typedMs));
  stdin.off('data', drop);
  stdin.pause();
}
