import { err, ok, type Result } from '../../../shared/result.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import { decodeName } from './path.ts';

/** Bytes of a block. A header is one block, and its content fills whole blocks. */
export const block = 512;

/** A header as written (POSIX.1-2017, ustar Interchange Format). */
export interface TarHeader {
  /** The type flag; `0` also for the old NUL. */
  readonly type: string;
  readonly name: string;
  readonly linkName: string;
  readonly mode: number;
  readonly size: number;
}

const zero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
export const isEndBlock = (bytes: Uint8Array): boolean => zero(bytes);

const upToNul = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
};

/**
 * Octal digits, enough for everything within the limits; null for others, including GNU's binary
 * numbers.
 */
function octal(bytes: Uint8Array): number | null {
  const text = Buffer.from(bytes).toString('latin1');
  const digits = /^ *([0-7]*)[ \0]*$/.exec(text)?.[1];
  if (digits === undefined) return null;
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** The sum of all bytes, its own field counted as spaces. */
function sum(header: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < block; at += 1) total += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0);
  return total;
}

/**
 * The fields of one header block that decide what is read. Errors: `checksum`, `damaged`,
 * `name-encoding`.
 */
export function tarHeader(bytes: Uint8Array): Result<TarHeader, ArchiveRefusal> {
  if (octal(bytes.subarray(148, 156)) !== sum(bytes))
    return err(refusal('checksum', 'A tar header does not match its checksum.'));
  const own = decodeName(upToNul(bytes.subarray(0, 100)));
  if (!own.ok) return own;
  const linkName = decodeName(upToNul(bytes.subarray(157, 257)));
  if (!linkName.ok) return linkName;
  // GNU's older format uses the field of the prefix for something else.
  const ustar = Buffer.from(bytes.subarray(257, 265)).toString('latin1') === 'ustar\u000000';
  const prefix = decodeName(ustar ? upToNul(bytes.subarray(345, 500)) : new Uint8Array());
  if (!prefix.ok) return prefix;
  const name = prefix.value === '' ? own.value : `${prefix.value}/${own.value}`;
  const mode = octal(bytes.subarray(100, 108));
  const size = octal(bytes.subarray(124, 136));
  if (mode === null || size === null)
    return err(refusal('damaged', 'A tar header has a number that is not octal.', { entry: name }));
  const flag = bytes[156] ?? 0;
  return ok({
    type: flag === 0 ? '0' : String.fromCharCode(flag),
    name,
    linkName: linkName.value,
    mode,
    size,
  });
}
