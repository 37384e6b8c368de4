/**
 * Bytes as text, with every byte that isn't UTF-8 written out as `\\x{E9}`. Otherwise, a server
 * could add one such byte to turn a script into "binary data" that nobody reads.
 */
export interface MarkedText {
  readonly text: string;
  /** The written-out bytes and their positions in `text`, in UTF-16 units. */
  readonly bad: readonly { readonly index: number; readonly byte: number }[];
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true });

const markOf = (byte: number): string => `\\x{${byte.toString(16).toUpperCase().padStart(2, '0')}}`;

/** All bytes as text: it drops nothing and replaces nothing by another character. */
export function markedText(bytes: Uint8Array): MarkedText {
  if (isUtf8(bytes)) return { text: decoder.decode(bytes), bad: [] };
  const bad: { index: number; byte: number }[] = [];
  let text = '';
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += decoder.decode(bytes.subarray(from, at));
    const byte = bytes[at] ?? 0;
    bad.push({ index: text.length, byte });
    text += markOf(byte);
    at += 1;
    from = at;
  }
  return { text: text + decoder.decode(bytes.subarray(from)), bad };
}

/** True for UTF-8 without null bytes, which every editor opens as text. */
export const isPlainText = (bytes: Uint8Array): boolean => !bytes.includes(0) && isUtf8(bytes);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * True if it reads as text although some bytes aren't: at most one in ten, or up to three in a
 * short file.
 */
export function isMostlyText(bytes: Uint8Array): boolean {
  const few = Math.max(Math.floor(bytes.length / 10), Math.min(3, Math.floor(bytes.length / 2)));
  let bad = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at);
    if (length === 0 || isControl(bytes[at] ?? 0)) bad += 1;
    if (bad > few) return false;
    at += Math.max(1, length);
  }
  return true;
}

/** Control bytes that no text has; excludes tab, line endings, form feed and escape. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);

/** How many bytes the UTF-8 sequence at `at` has; 0 if there is none (RFC 3629, section 4). */
export function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let next = at + 2; next < at + length; next += 1)
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
