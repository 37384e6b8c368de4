import { gunzipSync, inflateSync } from 'node:zlib';
import { isMostlyText } from '../../preview/marked-text.ts';

/** Bytes that a text holds in another writing. */
export interface TextLayer {
  /** Where, in the text that holds it. */
  readonly start: number;
  readonly end: number;
  /** How it was opened, the outermost step first: `base64`, `gzip`. */
  readonly path: readonly string[];
  readonly bytes: Uint8Array;
}

/** Bounds on what opening may cost; whoever writes the text chooses how much it unfolds to. */
export const opening = {
  /** Steps deep, over all that is opened. */
  levels: 3,
  /** Layers of one file. */
  layers: 64,
  /** Bytes of all layers of one file. */
  bytes: 1024 * 1024,
} as const;

/** Shorter ones are words, names and digests. */
const base64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hex = /(?:[0-9a-fA-F]{2}){20,}/g;
const escaped = /(?:\\x[0-9a-fA-F]{2}){8,}/g;

export interface TextLayers {
  readonly layers: readonly TextLayer[];
  /** Something more was there to be opened than the bounds allow. */
  readonly isCut: boolean;
}

/** What a text holds in base64, hex or `\x41` escapes that reads as text or unpacks once opened. */
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
    // Words and paths are of the same letters; bytes that were encoded use nearly all of them.
    if (!/[0-9]/.test(match[0]) && !/[A-Z].*[a-z].*[A-Z]/.test(match[0].slice(0, 400))) continue;
    add(match, 'base64', Buffer.from(match[0].replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
  }
  return { layers: found.sort((a, b) => a.start - b.start), isCut };
}

/** Bytes that read as text, if need be after unpacking; null for any others. */
function unpacked(bytes: Uint8Array, most: number): Unpacked | 'too-large' | null {
  const kind = packedAs(bytes);
  if (kind === null) return bytes.length >= 12 && isMostlyText(bytes) ? { bytes, steps: [] } : null;
  try {
    // At least one byte, or the library takes it for no bound at all.
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

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly steps: readonly string[];
}

function packedAs(bytes: Uint8Array): 'gzip' | 'zlib' | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0)) return 'zlib';
  return null;
}
