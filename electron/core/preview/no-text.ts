import type { FilePreview, TextStretch } from '../../../shared/model/file-view.ts';
import { limits } from '../limits.ts';
import { isExecutable } from '../requests.ts';
import { binaryTypeOf } from './file-type.ts';
import { imageHeader } from './image.ts';
import { type ImagePart, imageParts } from './image-parts.ts';
import { extensionOf } from './language.ts';
import { isMostlyText, markedText } from './marked-text.ts';
import { textRuns } from './text-runs.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** A larger image needs far more memory than its file size suggests: 4 bytes per decoded pixel. */
export const maxImagePixels = 50_000_000;

interface FileBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode?: number | undefined;
}

/** Whether a file names its interpreter. */
export const isScript = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x21;
/** Whether a system runs the file because of its name or mode. */
export const isRun = (path: string, mode: number | undefined): boolean =>
  isExecutable(path) || ((mode ?? 0) & 0o111) !== 0;

/**
 * An image with all bytes of its file, or the first bytes in hex with their type. Any format has
 * room for an attacker's script: gaps before the first pixel, color profiles, data after the
 * compressed data and transparent pixels. So an image counts as read only with its bytes;
 * `imageParts` names the parts that are known not to be drawn, and `textRuns` finds text anywhere.
 */
export function noText(input: FileBytes): FilePreview {
  const { path, bytes, mode } = input;
  const image = imageHeader(bytes);
  if (!image) {
    const inside = pictureInside(path, bytes);
    return binary(`${binaryTypeOf(path, bytes) ?? 'unknown type'}${inside}`, input);
  }
  if (image.pixels === null) return binary(`${image.type} that does not state its size`, input);
  if (image.pixels > maxImagePixels)
    return binary(
      `${image.type} that claims ${Math.round(image.pixels / 1e6)} megapixels (not decoded; the limit is ${maxImagePixels / 1e6})`,
      input,
    );
  const whole = stretch({ what: 'all bytes of the file', start: 0, end: bytes.length }, bytes);
  const first = bytes.subarray(0, limits.bytesShown);
  const parts = imageParts(image.type, bytes).filter(({ start, end }) => start < end);
  const rest = parts.slice(0, mostParts).map((part) => stretch(part, bytes));
  const asText = rest.filter(({ text }) => text !== null);
  const isShown = (start: number, end: number): boolean =>
    asText.some(({ offset, length }) => offset <= start && end <= offset + length);
  const runs = textRuns(bytes).filter(({ start, end }) => !isShown(start, end));
  return {
    kind: 'image',
    mediaType: image.type,
    base64: base64(bytes),
    whole: isRun(path, mode) ? { ...whole, text: markedText(first).text } : whole,
    rest,
    texts: runs
      .slice(0, mostParts)
      .map((run) => stretch({ what: 'text among the bytes', ...run }, bytes)),
    cut: bytes.length > limits.bytesShown || parts.length > mostParts || runs.length > mostParts,
  };
}

/** The most parts of one image shown on their own, and the most stretches of text. */
const mostParts = 64;

function stretch({ what, start, end }: ImagePart, bytes: Uint8Array): TextStretch {
  const shown = bytes.subarray(start, Math.min(end, start + limits.bytesShown));
  const text = isMostlyText(shown) ? markedText(shown).text : null;
  return { what, offset: start, length: end - start, text, base64: base64(shown) };
}

function binary(type: string, { path, bytes, mode }: FileBytes): FilePreview {
  const shown = bytes.subarray(0, limits.bytesShown);
  return {
    kind: 'binary',
    type,
    base64: base64(shown),
    cut: bytes.length > limits.bytesShown,
    text: isRun(path, mode) || isMostlyText(shown) ? markedText(shown).text : null,
  };
}

/** Finds an image further inside a file that is named as one; the data before it isn't drawn. */
function pictureInside(path: string, bytes: Uint8Array): string {
  if (!/^(?:png|jpe?g|gif|webp|bmp|avif)$/.test(extensionOf(path))) return '';
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536));
  for (const [name, magic] of magics) {
    const found = start.indexOf(magic, 1, 'latin1');
    if (found > 0) return `, with a ${name} image after ${exactSize(found)} of other data`;
  }
  return '';
}
const magics = [
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['JPEG', '\xff\xd8\xff\xe0'],
  ['JPEG', '\xff\xd8\xff\xe1'],
  ['GIF', 'GIF89a'],
  ['GIF', 'GIF87a'],
] as const;

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
