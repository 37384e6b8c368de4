import { err, ok, type Result } from './result.ts';

/**
 * The text of a file: UTF-8, or UTF-16, which the Windows shell writes with `>`. UTF-16 without a
 * mark is recognized by its first two characters: a configuration starts with ASCII, so every
 * second byte is 0. The error names the encoding that the bytes violate, because replacement
 * characters would make it another text and perhaps another command. UTF-32's mark begins with
 * UTF-16's, but no meaningful text begins with a zero.
 */
export function textOf(bytes: Uint8Array): Result<string, string> {
  if (utf32Marks.some((mark) => mark.every((byte, at) => bytes[at] === byte)))
    return err('UTF-8 or UTF-16: it has a UTF-32 byte order mark');
  const coding = codingOf(bytes);
  try {
    return ok(new TextDecoder(coding, { fatal: true }).decode(bytes));
  } catch {
    return err(coding.toUpperCase());
  }
}

const utf32Marks = [
  [0xff, 0xfe, 0, 0],
  [0, 0, 0xfe, 0xff],
];

function codingOf([first, second, third, fourth]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [isFirst, isSecond, isThird, isFourth] = [first, second, third, fourth].map(
    (byte) => byte !== undefined && byte !== 0,
  );
  if (isFirst && second === 0 && isThird && fourth === 0) return 'utf-16le';
  return first === 0 && isSecond && third === 0 && isFourth ? 'utf-16be' : 'utf-8';
}
