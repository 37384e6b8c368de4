import { terminalSafe, visible } from '../core/text.ts';
import type { Output } from './command.ts';

/** Prints what a command gives, harmless for a terminal, and passes its exit code on. */
export async function print(output: Output, json: boolean): Promise<number> {
  const text = json
    ? JSON.stringify(output.json, null, 2)
    : output.human
        .map((line) => (typeof line === 'string' ? visible(line, 4_000) : terminalSafe(line.block)))
        .join('\n');
  await write(`${text}\n`);
  return output.exit;
}

/**
 * One line on standard error, free of anything that a terminal would act on. The exit code is 2.
 */
export function complain(message: string): number {
  console.error(`skillgate: ${visible(message.replace(/\s*\n\s*/g, ' '), 1_000)}`);
  return 2;
}

/** Waits until a pipe has taken everything: an exit in between would cut the document. */
function write(text: string): Promise<void> {
  return new Promise((done) => {
    process.stdout.write(text, () => done());
  });
}
