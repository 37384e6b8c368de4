import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import { sha256 } from '../digest.ts';
import { visible } from '../text.ts';
import { rewritten, type ExpectedBytes } from './matching-rewrite.ts';

/** Another file of the same skill, with its expected digest. */
export interface OtherFile extends ExpectedBytes {
  readonly path: string;
}

/**
 * Why a file's size or digest differs from the expected one, if that is certain; null otherwise.
 * The server gains nothing from an explanation: the check stays failed.
 * @param raw the received bytes, or well-formed text that stands for its UTF-8 bytes.
 */
export function explained(
  raw: Uint8Array | string,
  expected: ExpectedBytes,
  others: Iterable<OtherFile>,
): MismatchExplanation | null {
  const actual = sha256(raw);
  if (expected.digest === actual) return sizeAlone(raw, expected.size);
  for (const { path, digest } of others)
    if (digest === actual)
      return {
        id: 'other-file',
        message: `The received content matches the manifest's entry for ${visible(path, 200)}.`,
      };
  const found = rewritten(raw, expected);
  return found === null ? null : { id: found.id, message: found.message };
}

/** The digest matches, so the bytes are right and only the size was counted in another way. */
function sizeAlone(raw: Uint8Array | string, size: number | undefined): MismatchExplanation | null {
  if (size === undefined) return null;
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  const counted = (what: string): MismatchExplanation => ({
    id: 'size-alone',
    message: `The digest matches and only the size differs: the expected size ${what}.`,
  });
  const text = typeof raw === 'string' ? raw : Buffer.from(bytes).toString('utf8');
  if (size === Buffer.byteLength(text.replaceAll('\r\n', '\n')))
    return counted('counts CRLF as one byte');
  if (size === text.length) return counted('counts UTF-16 units, not bytes');
  if (size === [...text].length) return counted('counts characters, not bytes');
  if (size === Math.ceil(bytes.byteLength / 3) * 4)
    return counted('is the size of its base64 text');
  return counted("isn't a count of these bytes");
}
