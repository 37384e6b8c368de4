/** A text with another byte order mark, line endings or end; `how` says which. */
export interface LineShape {
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
export function* shapesOf(bytes: Uint8Array): Generator<LineShape> {
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
