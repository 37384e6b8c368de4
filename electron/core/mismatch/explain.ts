import { isUtf8 } from 'node:buffer';
import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import { sha256 } from '../digest.ts';
import { visible } from '../text.ts';
import { rewritten, type ExpectedBytes } from './matching-rewrite.ts';
import { grouped } from '../../../shared/size-text.ts';

/** Another file of the same skill, with its expected digest. */
interface OtherFile extends ExpectedBytes {
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

/**
 * Describes what a person would look for first in two files that should be the same. If `expected`
 * is null, the expected bytes are unknown and the notes are only about the received content.
 */
export function notesOn(arrived: Uint8Array, expected: Uint8Array | null): string[] {
  const notes = expected === null ? [] : [whereTheyDiffer(expected, arrived)];
  const now = traitsOf(arrived);
  const was = expected === null ? null : traitsOf(expected);
  for (const trait of traits) {
    const { [trait]: is } = now;
    if (was === null) {
      if (is !== '') notes.push(`The received content ${is}.`);
    } else if (is !== was[trait]) notes.push(both(is, was[trait]));
  }
  return notes;
}

const both = (arrived: string, expected: string): string =>
  arrived === ''
    ? `The expected content ${expected}; the received content doesn't.`
    : `The received content ${arrived}; ` +
      `the expected content ${expected === '' ? "doesn't" : expected}.`;

/** Index of the first different byte, or the shorter length if one starts with the other. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  // Compare whole blocks natively first.
  const block = 4096;
  let at = 0;
  while (
    at + block <= length &&
    Buffer.compare(a.subarray(at, at + block), b.subarray(at, at + block)) === 0
  )
    at += block;
  while (at < length && a[at] === b[at]) at += 1;
  return at;
}

function whereTheyDiffer(expected: Uint8Array, arrived: Uint8Array): string {
  const at = firstDifference(expected, arrived);
  const count = (bytes: number): string => `${grouped(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (at === arrived.length && at === expected.length) return 'Both are identical.';
  if (at === arrived.length)
    return (
      'The received content is cut off: ' +
      `it has only the first ${count(at)} of ${count(expected.length)}.`
    );
  if (at === expected.length)
    return (
      'The received content starts with all of the expected ' +
      `content and has ${count(arrived.length - at)} more.`
    );
  const before = arrived.subarray(0, at);
  let line = 1;
  for (const byte of before) if (byte === 0x0a) line += 1;
  return `They first differ at byte ${grouped(at)} (counted from 0), on line ${grouped(line)}.`;
}

const traits = ['mark', 'ends', 'last', 'encoding', 'replaced'] as const;

/** Each continues "The received content …"; empty if there is nothing to say. */
function traitsOf(bytes: Uint8Array): Readonly<Record<(typeof traits)[number], string>> {
  const text = isUtf8(bytes);
  return {
    mark:
      bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
        ? 'starts with a byte order mark'
        : '',
    ends: text ? endsOf(bytes) : '',
    last: text && bytes.length > 0 ? lastOf(bytes) : '',
    encoding: text ? '' : 'is not UTF-8 text',
    replaced:
      text && Buffer.from(bytes).includes('\u{FFFD}')
        ? 'has U+FFFD, which stands for bytes that could not be decoded'
        : '',
  };
}

const lastOf = (bytes: Uint8Array): string => {
  const last = bytes.at(-1);
  return last === 0x0a || last === 0x0d ? 'ends with a line ending' : 'ends without a line ending';
};

function endsOf(bytes: Uint8Array): string {
  const counts = { CRLF: 0, LF: 0, CR: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x0a) counts.LF += 1;
    else if (byte === 0x0d && bytes[at + 1] === 0x0a) {
      counts.CRLF += 1;
      at += 1;
    } else if (byte === 0x0d) counts.CR += 1;
  }
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.length === 0
    ? ''
    : `has ${found.map(([end, count]) => `${grouped(count)} ${end}`).join(' and ')} ` +
        `line ${found.length === 1 && found[0]?.[1] === 1 ? 'ending' : 'endings'}`;
}
