import { sha256WithEndings } from '../../core/digest.ts';

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);
const noBytes = new Uint8Array();
const endings = ['', '\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\n\n\n'] as const;

/**
 * Digests of the same text with another end and with or without a byte order mark; none for a text
 * that is nothing else. The attacker is a server that adds or drops a final line end so that a
 * withheld file has another digest and a model reads the same instructions.
 */
export function similarDigests(bytes: Uint8Array): string[] {
  const isMarked = byteOrderMark.every((byte, at) => bytes[at] === byte);
  let end = bytes.byteLength;
  while (end > 0 && isLineEnd(bytes[end - 1])) end -= 1;
  const text = bytes.subarray(isMarked ? byteOrderMark.byteLength : 0, end);
  if (text.byteLength === 0) return [];
  return [noBytes, byteOrderMark].flatMap((mark) =>
    sha256WithEndings(Buffer.concat([mark, text]), endings),
  );
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
