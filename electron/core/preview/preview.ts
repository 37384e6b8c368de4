import type { HiddenCharacter, FilePreview, TextStretch } from '../../../shared/model/file-view.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';
import { hiddenCharacters } from '../hidden.ts';
import { limits } from '../limits.ts';
import { binaryTypeOf, extensionOf, languageOf } from './file-type.ts';
import { imageHeader, type ImagePart, imageParts } from './image.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { mixedOrderLines } from '../../../shared/direction.ts';
import {
  isMostlyText,
  isPlainText,
  markedText,
  type MarkedText,
  sequenceAt,
} from './marked-text.ts';
import { isExecutable } from '../requests.ts';
import { exactSize } from '../../../shared/size-text.ts';

export interface PreviewInput {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The nine permission bits of a file from an archive. */
  readonly mode?: number | undefined;
  /** Show all of a text that exceeds `limits.textShownBytes`. */
  readonly full: boolean;
}

export interface PreviewOutput {
  readonly preview: FilePreview;
  /** The text was cut at `limits.textShownBytes`. */
  readonly truncated: boolean;
  /** Hidden characters in the text that is shown. */
  readonly hidden: HiddenCharacter[];
}

/**
 * Turns bytes into a preview that can't do anything. The attacker chooses path, MIME type and
 * bytes, and no combination may make a browser run or fetch anything, so the bytes alone decide the
 * type. Only a file that a system would run is always shown as text and never hidden as "binary".
 */
export function previewOf(input: PreviewInput): PreviewOutput {
  const { path, bytes, full } = input;
  if (!isShownAsText(input)) return { preview: noText(input), truncated: false, hidden: [] };
  const truncated = !full && bytes.length > limits.textShownBytes;
  const { text, bad } = markedText(
    truncated ? wholeCharacters(bytes, limits.textShownBytes) : bytes,
  );
  const extension = extensionOf(path);
  const preview: FilePreview =
    extension === 'md' || extension === 'markdown'
      ? markdown(text)
      : { kind: 'code', language: languageOf(path, text), text };
  const kind = preview.kind === 'code' ? writingOf(preview.language) : 'text';
  const hidden = [
    ...hiddenCharacters(text, mostPlaces, kind),
    ...badBytes(text, bad),
    ...mixedOrderLines(text, mostPlaces).map((line) => ({ ...mixedOrder, line })),
  ];
  return { preview, truncated, hidden };
}

/** The whole text of a file that is shown as text; null for other files. */
export function textOf(input: Omit<PreviewInput, 'full'>): string | null {
  return isShownAsText(input) ? markedText(input.bytes).text : null;
}

/**
 * Whether a file is text, apart from a few bytes. A file that names its interpreter, or that a
 * system runs because of its name or mode, is text unless it has another known type.
 */
export function isShownAsText({ path, bytes, mode }: Omit<PreviewInput, 'full'>): boolean {
  if (isPlainText(bytes) || isScript(bytes)) return true;
  if (imageHeader(bytes) !== null || binaryTypeOf(path, bytes) !== null) return false;
  return isMostlyText(bytes) || (isRun(path, mode) && !bytes.includes(0));
}

/** Honest texts in Hebrew and Arabic have such lines, so they are listed and never refused. */
const mixedOrder: Omit<HiddenCharacter, 'line'> = {
  kind: 'order',
  column: 1,
  codePoint: '',
  name: 'letters of both writing directions, which a page shows in another order',
};

/** Bytes that aren't UTF-8, each where the text shows it. */
function badBytes(text: string, bad: MarkedText['bad']): HiddenCharacter[] {
  let line = 1;
  let lineStart = 0;
  return bad.slice(0, mostPlaces).map(({ index, byte }) => {
    for (let end = text.indexOf('\n', lineStart); end !== -1 && end < index;) {
      line += 1;
      lineStart = end + 1;
      end = text.indexOf('\n', lineStart);
    }
    return {
      kind: 'byte',
      line,
      column: index - lineStart + 1,
      codePoint: `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      name: 'byte that is not UTF-8',
    };
  });
}
/** The most of each kind. */
const mostPlaces = 200;

function markdown(text: string): FilePreview {
  const parsed = parseFrontmatter(text);
  if (!parsed.ok) {
    const problem =
      parsed.error.reason === 'missing' ? {} : { frontmatterProblem: parsed.error.message };
    return { kind: 'markdown', text, body: text, frontmatter: [], ...problem };
  }
  const frontmatter = Object.entries(parsed.value.frontmatter).map(([field, value]) => ({
    field,
    value: JSON.stringify(value, null, 2) ?? 'null',
  }));
  return { kind: 'markdown', text, body: parsed.value.body, frontmatter };
}

/** At most `max` bytes, ending at the end of a character. */
function wholeCharacters(bytes: Uint8Array, max: number): Uint8Array {
  let end = max;
  while (end > max - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** A larger image needs far more memory than its file size suggests: 4 bytes per decoded pixel. */
const maxImagePixels = 50_000_000;

interface FileBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode?: number | undefined;
}

/** Whether a file names its interpreter. */
const isScript = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x21;
/** Whether a system runs the file because of its name or mode. */
const isRun = (path: string, mode: number | undefined): boolean =>
  isExecutable(path) || ((mode ?? 0) & 0o111) !== 0;

/**
 * An image with all bytes of its file, or the first bytes in hex with their type. Any format has
 * room for an attacker's script: gaps before the first pixel, color profiles, data after the
 * compressed data and transparent pixels. So an image counts as read only with its bytes;
 * `imageParts` names the parts that are known not to be drawn, and `textRuns` finds text anywhere.
 */
function noText(input: FileBytes): FilePreview {
  const { path, bytes, mode } = input;
  const image = imageHeader(bytes);
  if (!image) {
    const inside = pictureInside(path, bytes);
    return binary(`${binaryTypeOf(path, bytes) ?? 'unknown type'}${inside}`, input);
  }
  if (image.pixels === null) return binary(`${image.type} that does not state its size`, input);
  if (image.pixels > maxImagePixels)
    return binary(
      `${image.type} that claims ${Math.round(image.pixels / 1e6)} megapixels (not decoded; ` +
        `the limit is ${maxImagePixels / 1e6})`,
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

/** Shorter ones occur by chance: 64 KiB of random bytes have one of 16 in one of fifty cases. */
export const shortestRun = 16;

/**
 * Stretches of a non-text file that read as text: printable UTF-8, tabs and line endings. It
 * ignores the format's blocks, because an attacker can put a script where a decoder skips or draws
 * bytes. `start` and `end` in bytes, in file order.
 */
export function textRuns(bytes: Uint8Array): readonly { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let start = 0;
  let characters = 0;
  let at = 0;
  while (at <= bytes.length) {
    const length = at < bytes.length && isWritten(bytes[at] ?? 0) ? sequenceAt(bytes, at) : 0;
    if (length > 0) {
      at += length;
      characters += 1;
      continue;
    }
    if (characters >= shortestRun) runs.push({ start, end: at });
    at += 1;
    start = at;
    characters = 0;
  }
  return runs;
}

const isWritten = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
