/** Types that a browser decodes without running anything. Not SVG, which is shown as source. */
export type ImageType =
  'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp' | 'image/avif';

export interface ImageHeader {
  readonly type: ImageType;
  /** The largest area that decoding may need, in pixels; null if the header doesn't say. */
  readonly pixels: number | null;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));
const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;
const le16 = (bytes: Uint8Array, i: number): number => at(bytes, i) + at(bytes, i + 1) * 256;
const be16 = (bytes: Uint8Array, i: number): number => at(bytes, i) * 256 + at(bytes, i + 1);
const be32 = (bytes: Uint8Array, i: number): number => be16(bytes, i) * 65536 + be16(bytes, i + 2);
const le24 = (bytes: Uint8Array, i: number): number => le16(bytes, i) + at(bytes, i + 2) * 65536;
const le32 = (bytes: Uint8Array, i: number): number => le16(bytes, i) + le16(bytes, i + 2) * 65536;

/** The type by magic number with the size that the header claims; null for others. */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  const start = ascii(bytes, 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n'))
    return {
      type: 'image/png',
      pixels:
        start.slice(12, 16) === 'IHDR' && bytes.length >= 24
          ? be32(bytes, 16) * be32(bytes, 20)
          : null,
    };
  if (start.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', pixels: jpegPixels(bytes) };
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a'))
    return { type: 'image/gif', pixels: gifPixels(bytes) };
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP')
    return { type: 'image/webp', pixels: webpPixels(bytes) };
  if (start.startsWith('BM') && at(bytes, 6) + at(bytes, 7) + at(bytes, 8) + at(bytes, 9) === 0)
    return bmpHeader(bytes);
  if (start.slice(4, 8) === 'ftyp' && ['avif', 'avis'].includes(start.slice(8, 12)))
    return { type: 'image/avif', pixels: avifPixels(bytes) };
  return null;
}

/** The largest frame of all start-of-frame segments, because a decoder may honor any of them. */
function jpegPixels(bytes: Uint8Array): number | null {
  let largest: number | null = null;
  let i = 2;
  while (i + 9 < bytes.length && at(bytes, i) === 0xff) {
    const marker = at(bytes, i + 1);
    if (marker === 0xff) {
      i += 1;
      continue;
    }
    if (marker === 0xda) break;
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) largest = Math.max(largest ?? 0, be16(bytes, i + 5) * be16(bytes, i + 7));
    i += 2 + Math.max(2, be16(bytes, i + 2));
  }
  return largest;
}

/** A frame may reach outside the screen that the header names, so every frame counts. */
function gifPixels(bytes: Uint8Array): number | null {
  if (bytes.length < 13) return null;
  let width = le16(bytes, 6);
  let height = le16(bytes, 8);
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number): number => {
    let i = from;
    while (i < bytes.length && at(bytes, i) !== 0) i += at(bytes, i) + 1;
    return i + 1;
  };
  let i = 13 + tableBytes(at(bytes, 10));
  while (i < bytes.length) {
    if (at(bytes, i) === 0x21) i = afterBlocks(i + 2);
    else if (at(bytes, i) === 0x2c) {
      width = Math.max(width, le16(bytes, i + 1) + le16(bytes, i + 5));
      height = Math.max(height, le16(bytes, i + 3) + le16(bytes, i + 7));
      i = afterBlocks(i + 11 + tableBytes(at(bytes, i + 9)));
    } else break;
  }
  return width * height;
}

function webpPixels(bytes: Uint8Array): number | null {
  if (bytes.length < 30) return null;
  const kind = ascii(bytes, 12, 16);
  if (kind === 'VP8X') return (le24(bytes, 24) + 1) * (le24(bytes, 27) + 1);
  if (kind === 'VP8L')
    return ((le16(bytes, 21) & 0x3fff) + 1) * (((le32(bytes, 21) >>> 14) & 0x3fff) + 1);
  if (kind === 'VP8 ') return (le16(bytes, 26) & 0x3fff) * (le16(bytes, 28) & 0x3fff);
  return null;
}

function bmpHeader(bytes: Uint8Array): ImageHeader {
  const signed = (i: number): number => Math.abs(le32(bytes, i) | 0);
  const pixels =
    bytes.length < 26
      ? null
      : le32(bytes, 14) === 12
        ? le16(bytes, 18) * le16(bytes, 20)
        : signed(18) * signed(22);
  return { type: 'image/bmp', pixels };
}

/** Every `ispe` property in the first 64 KiB; a grid's tiles and its whole each have one. */
function avifPixels(bytes: Uint8Array): number | null {
  let largest: number | null = null;
  const end = Math.min(bytes.length - 16, 65536);
  for (let i = 16; i < end; i += 1) {
    if (
      at(bytes, i) === 0x69 &&
      at(bytes, i + 1) === 0x73 &&
      at(bytes, i + 2) === 0x70 &&
      at(bytes, i + 3) === 0x65
    ) {
      largest = Math.max(largest ?? 0, be32(bytes, i + 8) * be32(bytes, i + 12));
    }
  }
  return largest;
}
