import { isUtf8 } from 'node:buffer';
import type { MismatchExplanation, ExplanationId } from '../../../shared/model/verdict.ts';
import { exactSize } from '../../../shared/size-text.ts';
import { sha256 } from '../digest.ts';
import { limits } from '../limits.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';

/** The expected digest and size of a file. */
export interface ExpectedBytes {
  readonly digest?: string | undefined;
  readonly size?: number | undefined;
}

/** The received content, rewritten so that it has exactly the expected digest. */
interface MatchingRewrite extends MismatchExplanation {
  readonly bytes: Uint8Array;
}

interface Candidate {
  readonly id: MismatchExplanation['id'];
  readonly of: string;
  readonly raw: Uint8Array | string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Undoes what well-known programs do to a file in transit, if the result has exactly the expected
 * digest. The server chooses bytes, digest and size, so a candidate is hashed only if its size is
 * the expected one and it is within `limits.rewrittenBytes`.
 */
export function rewritten(
  raw: Uint8Array | string,
  expected: ExpectedBytes,
): MatchingRewrite | null {
  const { digest, size } = expected;
  const length = lengthOf(raw);
  if (digest === undefined || length > limits.skillBytes) return null;
  for (const { id, of, raw: candidate } of candidates(raw, length, expected)) {
    const has = lengthOf(candidate);
    if (size !== undefined && has !== size) continue;
    if (sha256(candidate) === digest)
      return {
        id,
        message: `The expected digest matches ${of}.`,
        bytes: typeof candidate === 'string' ? Buffer.from(candidate) : candidate,
      };
  }
  return null;
}

const lengthOf = (raw: Uint8Array | string): number =>
  typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength;

function* candidates(
  raw: Uint8Array | string,
  length: number,
  { size }: ExpectedBytes,
): Generator<Candidate> {
  if (length > 0) yield { id: 'empty', of: 'an empty file', raw: '' };
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  if (length <= limits.rewrittenBytes) yield* otherwise(raw, bytes);
  if (size !== undefined && size > 0 && size < length)
    yield {
      id: 'longer',
      of:
        `the first ${exactSize(size)} of the received content, ` +
        `which has ${exactSize(length - size)} more`,
      raw: bytes.subarray(0, size),
    };
}

function* otherwise(raw: Uint8Array | string, bytes: Uint8Array): Generator<Candidate> {
  const text = typeof raw === 'string' ? raw : textOf(raw);
  if (text !== null) {
    for (const shape of shapesOf(bytes))
      yield {
        id: 'line-shape',
        of: `the same text ${inWords(shape.how)}`,
        raw: shape.bytes,
      };
    for (const { id, of, make } of textRewritings(text)) {
      const made = make();
      if (made !== null) yield { id, of, raw: made };
    }
  }
  for (const { id, of, make } of byteRewritings(bytes)) {
    const made = make();
    if (made !== null) yield { id, of, raw: made };
  }
}

const inWords = (how: readonly string[]): string =>
  how.length < 2 ? how.join('') : `${how.slice(0, -1).join(', ')} and ${how.at(-1) ?? ''}`;

function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Bytes that may have become the received content, or the reverse; `of`: in words, after "matches".
 */
interface ByteRewriting {
  readonly id: ExplanationId;
  readonly of: string;
  readonly make: () => Uint8Array | string | null;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/**
 * The characters of the bytes 0x80 to 0x9F in windows-1252. A table, because some Node releases
 * decode Latin-1 under that name.
 */
const upper = `20AC 0081 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 008D 017D 008F
0090 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 009D 017E 0178`
  .split(/\s/)
  .map((point) => String.fromCharCode(Number.parseInt(point, 16)));
const byteOf = new Map(upper.map((char, at) => [char, 0x80 + at]));

const asWindows = (latin: string): string =>
  latin.replaceAll(/[\u{80}-\u{9F}]/gu, (char) => upper[char.charCodeAt(0) - 0x80] ?? char);

/** The bytes of this text in windows-1252; null if it has none. */
function fromWindows(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const byte = byteOf.get(text[at] ?? '') ?? unit;
    // No byte of windows-1252 is one of these characters.
    if (byte > 0xff || (unit >= 0x80 && unit < 0xa0 && !byteOf.has(text[at] ?? ''))) return null;
    bytes[at] = byte;
  }
  return bytes;
}

function quotedIn(text: string): string | null {
  if (!text.trimStart().startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function bodyOf(text: string): string | null {
  const parsed = parseFrontmatter(text);
  return parsed.ok ? parsed.value.body : null;
}

/** If a text's bytes in another encoding are UTF-8, it was read in that encoding by mistake. */
const inBytes = (encoding: string, bytes: Uint8Array | null): ByteRewriting =>
  bytes !== null && isUtf8(bytes)
    ? {
        id: 'decoded-wrongly',
        of: `the bytes before they were read as ${encoding} and written as UTF-8`,
        make: () => bytes,
      }
    : { id: 'other-encoding', of: `the same text in ${encoding}`, make: () => bytes };

/** The ways to rewrite a text. */
const textRewritings = (text: string): readonly ByteRewriting[] => [
  {
    id: 'normalised',
    of: 'the same text in Unicode form NFC',
    make: () => text.normalize('NFC'),
  },
  {
    id: 'normalised',
    of: 'the same text in Unicode form NFD',
    make: () => text.normalize('NFD'),
  },
  {
    id: 'encoded-twice',
    of: 'the received content decoded from base64: it was encoded once too often',
    make: () => (base64.test(text.replaceAll(/\s/g, '')) ? Buffer.from(text, 'base64') : null),
  },
  {
    id: 'json-quoted',
    of: 'the same text as a quoted JSON string',
    make: () => JSON.stringify(text),
  },
  {
    id: 'json-quoted',
    of: 'the text in the received JSON string: it was quoted once too often',
    make: () => quotedIn(text),
  },
  inBytes('windows-1252', fromWindows(text)),
  inBytes('Latin-1', latin1(text)),
  {
    id: 'other-encoding',
    of: 'the same text in UTF-16 (little-endian)',
    make: () => Buffer.from(text, 'utf16le'),
  },
  {
    id: 'other-encoding',
    of: 'the same text in UTF-16 (little-endian, with a byte order mark)',
    make: () => Buffer.from(`\u{FEFF}${text}`, 'utf16le'),
  },
  {
    id: 'without-frontmatter',
    of: 'the text after the frontmatter, not the whole file',
    make: () => bodyOf(text),
  },
  {
    id: 'without-frontmatter',
    of: 'the text after the frontmatter, without leading and trailing whitespace',
    make: () => bodyOf(text)?.trim() ?? null,
  },
];

/** The bytes of a text in Latin-1; null if it has characters above U+00FF. */
const latin1 = (text: string): Uint8Array | null =>
  /[^\0-\u{FF}]/u.test(text) ? null : Buffer.from(text, 'latin1');

/** The ways to rewrite any bytes. */
const byteRewritings = (bytes: Uint8Array): readonly ByteRewriting[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [
    {
      id: 'encoded',
      of: 'the received content encoded as base64, not its bytes',
      make: () => buffer.toString('base64'),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as windows-1252 and written as UTF-8',
      make: () => asWindows(buffer.toString('latin1')),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as Latin-1 and written as UTF-8',
      make: () => buffer.toString('latin1'),
    },
    {
      id: 'decoded-wrongly',
      of: 'the received content read as UTF-8, with U+FFFD for each invalid byte',
      make: () => buffer.toString('utf8'),
    },
  ];
};

/** A text with another byte order mark, line endings or end; `how` says which. */
interface LineShape {
  readonly how: readonly string[];
  readonly bytes: Uint8Array;
}

interface Turn {
  readonly how: string;
  readonly turn: (bytes: Uint8Array) => Uint8Array;
}

const lf = 0x0a;
const cr = 0x0d;
const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
const asItIs: Turn = { how: '', turn: (bytes) => bytes };
const isMarked = (bytes: Uint8Array): boolean => mark.every((byte, at) => bytes[at] === byte);
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

/** Works on bytes in one pass, because an attacker may send only line endings. */
function withEnds(bytes: Uint8Array, end: readonly number[]): Uint8Array {
  const out = new Uint8Array(bytes.length * end.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== cr && byte !== lf) {
      out[to] = byte;
      to += 1;
      continue;
    }
    for (const one of end) {
      out[to] = one;
      to += 1;
    }
    if (byte === cr && bytes[at + 1] === lf) at += 1;
  }
  return out.subarray(0, to);
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;
const isWhite = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === 0x20 || (byte >= 0x09 && byte <= cr));

/** Drops spaces and tabs before a line ending or before the end. */
function withoutBlanks(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let to = 0;
  let kept = 0;
  for (const byte of bytes) {
    if (byte === cr || byte === lf) to = kept;
    out[to] = byte;
    to += 1;
    if (!isBlank(byte)) kept = to;
  }
  return out.subarray(0, kept);
}

function trimmed(bytes: Uint8Array, begin: boolean): Uint8Array {
  let from = 0;
  let to = bytes.length;
  while (to > 0 && isWhite(bytes[to - 1])) to -= 1;
  while (begin && from < to && isWhite(bytes[from])) from += 1;
  return bytes.subarray(from, to);
}

function withoutEnd(bytes: Uint8Array): Uint8Array {
  const last = bytes.at(-1);
  if (last === lf && bytes.at(-2) === cr) return bytes.subarray(0, -2);
  return last === lf || last === cr ? bytes.subarray(0, -1) : bytes;
}

/** A line ending like the first one in the text. */
function endOf(bytes: Uint8Array): Uint8Array {
  const at = bytes.findIndex((byte) => byte === cr || byte === lf);
  if (bytes[at] !== cr) return Uint8Array.of(lf);
  return bytes[at + 1] === lf ? Uint8Array.of(cr, lf) : Uint8Array.of(cr);
}

const marks: readonly Turn[] = [
  asItIs,
  {
    how: 'without a byte order mark',
    turn: (bytes) => (isMarked(bytes) ? bytes.subarray(mark.length) : bytes),
  },
  {
    how: 'with a byte order mark',
    turn: (bytes) => (isMarked(bytes) ? bytes : joined(mark, bytes)),
  },
];
const ends: readonly Turn[] = [
  asItIs,
  { how: 'with LF line endings', turn: (bytes) => withEnds(bytes, [lf]) },
  { how: 'with CRLF line endings', turn: (bytes) => withEnds(bytes, [cr, lf]) },
  { how: 'with CR line endings', turn: (bytes) => withEnds(bytes, [cr]) },
];
const lasts: readonly Turn[] = [
  asItIs,
  { how: 'without its last line ending', turn: withoutEnd },
  {
    how: 'with one more line ending at the end',
    turn: (bytes) => joined(bytes, endOf(bytes)),
  },
  { how: 'without trailing whitespace', turn: (bytes) => trimmed(bytes, false) },
  {
    how: 'without leading and trailing whitespace',
    turn: (bytes) => trimmed(bytes, true),
  },
  { how: 'without whitespace at the end of its lines', turn: withoutBlanks },
];

interface Way {
  readonly mark: Turn;
  readonly end: Turn;
  readonly last: Turn;
}
const parts = ({ mark: first, end, last }: Way): Turn[] =>
  [first, end, last].filter((one) => one !== asItIs);
const ways: readonly Way[] = marks
  .flatMap((first) => ends.flatMap((end) => lasts.map((last) => ({ mark: first, end, last }))))
  .filter((way) => parts(way).length > 0)
  .sort((a, b) => parts(a).length - parts(b).length);

/** All shapes, simplest first, without repeats of simpler ones or of the text itself. */
function* shapesOf(bytes: Uint8Array): Generator<LineShape> {
  const turned = turner();
  for (const way of ways) {
    // The mark comes last: it costs only a copy, while the others walk over every byte.
    const ended = turned(bytes, way.end);
    const lasting = ended === null ? null : turned(ended, way.last);
    const marked = lasting === null ? null : changed(lasting, way.mark);
    if (marked !== null) yield { how: parts(way).map(({ how }) => how), bytes: marked };
  }
}

/** Null if nothing changes, because a simpler way gives the same. */
function changed(bytes: Uint8Array, one: Turn): Uint8Array | null {
  if (one === asItIs) return bytes;
  const next = one.turn(bytes);
  return next.length === bytes.length && Buffer.compare(next, bytes) === 0 ? null : next;
}

/** Applies the same turn to the same bytes only once. */
function turner(): typeof changed {
  const made = new Map<Uint8Array, Map<Turn, Uint8Array | null>>();
  return (bytes, one) => {
    const of = made.get(bytes) ?? new Map<Turn, Uint8Array | null>();
    made.set(bytes, of);
    const known = of.get(one);
    if (known !== undefined) return known;
    const next = changed(bytes, one);
    of.set(one, next);
    return next;
  };
}
