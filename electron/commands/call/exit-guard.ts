import { writeSync } from 'node:fs';
import { asciiJson } from '../../core/ascii-json.ts';
import type { CommandProcess } from './command-process.ts';

const told = {
  code: 'internal',
  message: 'ended before it was done',
} as const;

/**
 * A command's last guard: if the process ends before the command has answered, it says so on
 * standard error or in the JSON document. Returns a function that turns the guard off after the
 * answer.
 */
export function lastWord(json: boolean, own: Pick<CommandProcess, 'onExit'>): () => void {
  const speak = (): void => {
    const line = json ? asciiJson({ error: told }) : `skillgate: ${told.message}`;
    try {
      // The process is ending, so nothing asynchronous can finish.
      writeSync(json ? 1 : 2, `${line}\n`);
    } catch {
      // The reader is gone.
    }
  };
  return own.onExit(speak);
}
