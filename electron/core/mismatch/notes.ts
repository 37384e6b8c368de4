import { isUtf8 } from 'node:buffer';
import { grouped } from '../../../shared/group-digits.ts';

/**
 * What a person would look for first in two files that should be one, in words. `expected` null: no
 * such bytes are known, and the notes are of what arrived alone.
 */
export function notesOn(arrived: Uint8Array, expected: Uint8Array | null): string[] {
  const notes = expected === null ? [] : [whereTheyDiffer(expected, arrived)];
  const now = traitsOf(arrived);
  const was = expected === null ? null : traitsOf(expected);
  for (const trait of traits) {
    const { [trait]: is } = now;
    if (was === null) {
      if (is !== '') notes.push(`What arrived ${is}.`);
    } else if (is !== was[trait]) notes.push(both(is, was[trait]));
  }
  return notes;
}

const both = (arrived: string, expected: string): string =>
  arrived === ''
    ? `What was expected ${expected}; what arrived does not.`
    : `What arrived ${arrived}; what was expected ${expected === '' ? 'does not' : expected}.`;

/** Index of the first byte in which they differ; the shorter one's length where it begins the other. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  // Whole blocks first, which are compared without a loop of ours.
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
  if (at === arrived.length && at === expected.length) return 'Both have the same bytes.';
  if (at === arrived.length)
    return `What arrived is cut off: it is the first ${count(at)} of ${count(expected.length)}.`;
  if (at === expected.length)
    return `What arrived begins with all that was expected, and has ${count(arrived.length - at)} more.`;
  const before = arrived.subarray(0, at);
  let line = 1;
  for (const byte of before) if (byte === 0x0a) line += 1;
  return `They differ first at byte ${grouped(at)} (from 0), in line ${grouped(line)}.`;
}

const traits = ['mark', 'ends', 'last', 'encoding', 'replaced'] as const;

/** Each as "What arrived …"; empty: nothing to say of it. */
function traitsOf(bytes: Uint8Array): Readonly<Record<(typeof traits)[number], string>> {
  const text = isUtf8(bytes);
  return {
    mark:
      bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
        ? 'begins with a byte order mark'
        : '',
    ends: text ? endsOf(bytes) : '',
    last: text && bytes.length > 0 ? lastOf(bytes) : '',
    encoding: text ? '' : 'is not UTF-8 text',
    replaced:
      text && Buffer.from(bytes).includes('\u{FFFD}')
        ? 'has U+FFFD, the sign for bytes that were no text when they were decoded'
        : '',
  };
}

const lastOf = (bytes: Uint8Array): string => {
  const last = bytes.at(-1);
  return last === 0x0a || last === 0x0d ? 'ends with a line end' : 'ends without a line end';
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
    : `has ${found.map(([end, count]) => `${grouped(count)} ${end}`).join(' and ')} line ${found.length === 1 && found[0]?.[1] === 1 ? 'end' : 'ends'}`;
}
