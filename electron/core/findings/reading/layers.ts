import { gunzipSync, inflateSync } from 'node:zlib';
import { isMostlyText } from '../../preview/marked-text.ts';

/** Bytes that a text contains in encoded form. */
export interface TextLayer {
  /** The range in the text that contains it. */
  readonly start: number;
  readonly end: number;
  /** How it was decoded, outermost step first: `base64`, `gzip`. */
  readonly path: readonly string[];
  readonly bytes: Uint8Array;
}

/** Bounds on the cost of decoding, because an attacker chooses how much a text unfolds to. */
export const opening = {
  /** The most nested steps. */
  levels: 3,
  /** The most layers of one file. */
  layers: 64,
  /** The most bytes in all layers of one file. */
  bytes: 1024 * 1024,
} as const;

/** Shorter ones are words, names and digests. */
const base64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hex = /(?:[0-9a-fA-F]{2}){20,}/g;
const escaped = /(?:\\x[0-9a-fA-F]{2}){8,}/g;

export interface TextLayers {
  readonly layers: readonly TextLayer[];
  /** There was more to decode than the bounds allow. */
  readonly isCut: boolean;
}

/** The base64, hex or `\x41` escapes in a text that decode to text or to something that unpacks. */
export function layersIn(text: string): TextLayers {
  const found: TextLayer[] = [];
  let room: number = opening.bytes;
  let isCut = false;
  const add = (match: RegExpExecArray, name: string, bytes: Uint8Array): void => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((one) => start < one.end && one.start < end)) return;
    const opened = unpacked(bytes, room);
    if (opened === null) return;
    if (opened === 'too-large' || opened.bytes.length > room || found.length >= opening.layers) {
      isCut = true;
      return;
    }
    room -= opened.bytes.length;
    found.push({ start, end, path: [name, ...opened.steps], bytes: opened.bytes });
  };
  for (const match of text.matchAll(escaped))
    add(match, 'escapes', Buffer.from(match[0].replaceAll('\\x', ''), 'hex'));
  for (const match of text.matchAll(hex)) add(match, 'hex', Buffer.from(match[0], 'hex'));
  for (const match of text.matchAll(base64)) {
    // Words and paths use the same alphabet, but encoded bytes use nearly all of it.
    if (!/[0-9]/.test(match[0]) && !/[A-Z].*[a-z].*[A-Z]/.test(match[0].slice(0, 400))) continue;
    add(match, 'base64', Buffer.from(match[0].replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
  }
  return { layers: found.sort((a, b) => a.start - b.start), isCut };
}

/** The bytes if they read as text, possibly after unpacking; null otherwise. */
function unpacked(bytes: Uint8Array, most: number): Unpacked | 'too-large' | null {
  const kind = packedAs(bytes);
  const wide = kind === null ? narrowed(bytes) : null;
  if (wide !== null) return { bytes: wide, steps: ['UTF-16'] };
  if (kind === null) return bytes.length >= 12 && isMostlyText(bytes) ? { bytes, steps: [] } : null;
  try {
    // At least one byte, because the library takes 0 for no bound.
    const options = { maxOutputLength: Math.max(1, most) };
    const open = kind === 'gzip' ? gunzipSync(bytes, options) : inflateSync(bytes, options);
    const inner = unpacked(open, most);
    return typeof inner === 'object' && inner !== null
      ? { bytes: inner.bytes, steps: [kind, ...inner.steps] }
      : inner;
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isBomb ? 'too-large' : null;
  }
}

/** Text in UTF-16, as PowerShell takes encoded commands; null for anything else. */
function narrowed(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < 24 || bytes.length % 2 !== 0) return null;
  for (let at = 1; at < Math.min(bytes.length, 400); at += 2) if (bytes[at] !== 0) return null;
  const text = Buffer.from(Buffer.from(bytes).toString('utf16le'));
  return isMostlyText(text) ? text : null;
}

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly steps: readonly string[];
}

function packedAs(bytes: Uint8Array): 'gzip' | 'zlib' | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)) return 'zlib';
  return null;
}
