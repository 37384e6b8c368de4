import { CommandError } from './command.ts';

/**
 * Decodes a file or standard input. Rejects bytes that aren't UTF-8, because replacement characters
 * would change the text.
 */
export function textIn(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${what} is not UTF-8 text`, 'bad-input');
  }
}
