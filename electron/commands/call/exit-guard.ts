import { writeSync } from 'node:fs';
import { asciiJson } from '../../core/ascii-json.ts';
import type { CommandProcess } from './command-process.ts';

const told = {
  code: 'internal',
  message: 'ended before it was done',
} as const;

/**
 * The last guard of a command: a process that ends before its command has answered says so, on
 * standard error or as the one document. Gives the way to send it home, once there is an answer.
 */
export function lastWord(json: boolean, own: Pick<CommandProcess, 'onExit'>): () => void {
  const speak = (): void => {
    const line = json ? asciiJson({ error: told }) : `skillgate: ${told.message}`;
    try {
      // Nothing that waits is waited for any more.
      writeSync(json ? 1 : 2, `${line}\n`);
    } catch {
      // Nobody reads it.
    }
  };
  return own.onExit(speak);
}
