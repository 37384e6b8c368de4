/** Types that a browser decodes without running anything. Not SVG, which is shown as source. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/bmp'
  | 'image/avif';

interface ImageHeader {
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

/** A stretch of an image file that no decoder draws. `start` and `end` in bytes. */
export interface ImagePart {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}
const partLe32 = (bytes: Uint8Array, i: number): number =>
  at(bytes, i) + at(bytes, i + 1) * 256 + at(bytes, i + 2) * 65536 + at(bytes, i + 3) * 2 ** 24;
const partAscii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.max(from, to)));

interface Walk {
  /** Parts inside the image with text or unknown data. */
  readonly parts: ImagePart[];
  /** Where the image ends, or where its structure breaks off. */
  readonly end: number;
  readonly whole: boolean;
}

/**
 * The known parts of an image file besides the image: comments, text, unknown blocks and data after
 * the end. An attacker can write a file that is an image to a reviewer and a script or archive to
 * others. An empty list proves nothing, so what counts as read never rests on it.
 */
export function imageParts(type: ImageType, bytes: Uint8Array): readonly ImagePart[] {
  const { parts, end, whole } = walkers[type](bytes);
  if (end >= bytes.length) return parts;
  const what = whole ? 'data after the end of the image' : 'data that is not part of an image';
  return [...parts, { what, start: end, end: bytes.length }];
}

const walkers: Readonly<Record<ImageType, (bytes: Uint8Array) => Walk>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
  'image/bmp': bmp,
  'image/avif': avif,
};

const pngDrawn = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP bKGD hIST pHYs sPLT tIME sBIT acTL fcTL fdAT ' +
    'cICP mDCV cLLI'
  ).split(' '),
);

function png(bytes: Uint8Array): Walk {
  const parts: ImagePart[] = [];
  let i = 8;
  while (i + 12 <= bytes.length) {
    const end = i + 12 + be32(bytes, i);
    const kind = partAscii(bytes, i + 4, i + 8);
    if (end > bytes.length || !/^[a-z]{4}$/i.test(kind)) break;
    if (!pngDrawn.has(kind)) parts.push({ what: `PNG block ${kind}`, start: i + 8, end: end - 4 });
    i = end;
    if (kind === 'IEND') return { parts, end: i, whole: true };
  }
  return { parts, end: i, whole: false };
}

function jpeg(bytes: Uint8Array): Walk {
  const parts: ImagePart[] = [];
  let i = 2;
  while (i + 1 < bytes.length && at(bytes, i) === 0xff) {
    const marker = at(bytes, i + 1);
    if (marker === 0xff) i += 1;
    else if (marker === 0xd9) return { parts, end: i + 2, whole: true };
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) i += 2;
    else {
      const end = i + 2 + Math.max(2, be16(bytes, i + 2));
      if (end > bytes.length) break;
      const what = jpegText(bytes, marker, i + 4);
      if (what !== null) parts.push({ what, start: i + 4, end });
      i = marker === 0xda ? afterScan(bytes, end) : end;
    }
  }
  return { parts, end: i, whole: false };
}

function jpegText(bytes: Uint8Array, marker: number, from: number): string | null {
  if (marker === 0xfe) return 'JPEG comment';
  if (marker < 0xe0 || marker > 0xef) return null;
  const name = partAscii(bytes, from, from + 11);
  const drawn =
    (marker === 0xe0 && /^JF(?:IF|XX)/.test(name)) ||
    (marker === 0xe2 && name === 'ICC_PROFILE') ||
    (marker === 0xee && name.startsWith('Adobe'));
  return drawn ? null : `JPEG block APP${marker - 0xe0}`;
}

/** The next marker after entropy-coded data: neither a stuffed byte nor a restart. */
function afterScan(bytes: Uint8Array, from: number): number {
  let i = bytes.indexOf(0xff, from);
  while (i !== -1) {
    const next = at(bytes, i + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return i;
    i = bytes.indexOf(0xff, i + 1);
  }
  return bytes.length;
}

function gif(bytes: Uint8Array): Walk {
  const parts: ImagePart[] = [];
  const table = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number): number => {
    let i = from;
    while (i < bytes.length && at(bytes, i) !== 0) i += at(bytes, i) + 1;
    return i + 1;
  };
  let i = 13 + table(at(bytes, 10));
  while (i < bytes.length) {
    const kind = at(bytes, i);
    if (kind === 0x3b) return { parts, end: i + 1, whole: true };
    if (kind === 0x21) {
      const end = Math.min(bytes.length, afterBlocks(i + 2));
      const known = ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(partAscii(bytes, i + 3, i + 14));
      if (at(bytes, i + 1) !== 0xf9 && !known)
        parts.push({
          what: at(bytes, i + 1) === 0xfe ? 'GIF comment' : 'GIF extension',
          start: i + 2,
          end,
        });
      i = end;
    } else if (kind === 0x2c) i = afterBlocks(i + 11 + table(at(bytes, i + 9)));
    else break;
  }
  return { parts, end: Math.min(i, bytes.length), whole: false };
}

const webpDrawn = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);

function webp(bytes: Uint8Array): Walk {
  const parts: ImagePart[] = [];
  const claimed = partLe32(bytes, 4) + 8;
  const end = Math.min(bytes.length, claimed);
  let i = 12;
  while (i + 8 <= end) {
    const kind = partAscii(bytes, i, i + 4);
    const next = i + 8 + partLe32(bytes, i + 4);
    if (next > end) break;
    if (!webpDrawn.has(kind)) parts.push({ what: `WebP block ${kind}`, start: i + 8, end: next });
    i = next + (next % 2);
  }
  return { parts, end, whole: claimed <= bytes.length };
}

function bmp(bytes: Uint8Array): Walk {
  const claimed = partLe32(bytes, 2);
  return claimed >= 26 && claimed <= bytes.length
    ? { parts: [], end: claimed, whole: true }
    : { parts: [], end: bytes.length, whole: true };
}

const avifDrawn = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'mfra', 'sidx', 'styp']);

function avif(bytes: Uint8Array): Walk {
  const parts: ImagePart[] = [];
  let i = 0;
  while (i + 8 <= bytes.length) {
    const size = be32(bytes, i);
    const kind = partAscii(bytes, i + 4, i + 8);
    const end = size === 0 ? bytes.length : i + size;
    if (size === 1 || (size !== 0 && size < 8) || end > bytes.length || !/^[\w ]{4}$/.test(kind))
      break;
    if (!avifDrawn.has(kind)) parts.push({ what: `AVIF block ${kind}`, start: i + 8, end });
    i = end;
  }
  return { parts, end: i, whole: true };
}
