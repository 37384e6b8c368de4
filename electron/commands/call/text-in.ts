import { CommandError } from './command.ts';

/**
 * The text of a file or of standard input. Bytes that are no UTF-8 are refused: decoded with
 * replacement characters they would be another text than the one that was sent.
 */
export function textIn(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${what} is no UTF-8 text`, 'bad-input');
  }
}
