import type { HiddenCharacter, Preview } from '../../../shared/model/file-view.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';
import { limits } from '../limits.ts';
import { hiddenCharacters } from '../text.ts';
import { binaryTypeOf } from './file-type.ts';
import { hexDump } from './hex.ts';
import { imageHeader } from './image.ts';
import { extensionOf, languageOf } from './language.ts';

/**
 * A larger picture costs more memory than its bytes let anyone expect: 4 bytes per pixel once
 * decoded.
 */
export const maxImagePixels = 50_000_000;

export interface PreviewInput {
  /** Relative to the skill's folder. */
  readonly path: string;
  /** As the server states it: a hint for colours, never what decides how bytes are treated. */
  readonly mimeType?: string | undefined;
  readonly bytes: Uint8Array;
  /** Shows all of a text that is over `limits.textShownBytes`. */
  readonly full: boolean;
}

export interface PreviewOutput {
  readonly preview: Preview;
  /** Text was cut at `limits.textShownBytes`. */
  readonly truncated: boolean;
  /** In the text that is shown. */
  readonly hidden: HiddenCharacter[];
}

/**
 * Bytes as something that can be shown and can do nothing. Whether it is text, and what
 * it is when it is not, is decided by the bytes alone; for text the extension picks the view. The
 * attacker chooses path, MIME type
 * and bytes: no combination of them makes a browser run or fetch anything.
 */
export function previewOf({ path, mimeType, bytes, full }: PreviewInput): PreviewOutput {
  if (!isText(bytes)) return notText(path, bytes);
  // A PDF may be written in ASCII alone; its source says nothing to a reader.
  if (decode(bytes.subarray(0, 5)) === '%PDF-') return binary('PDF document', bytes);

  const truncated = !full && bytes.length > limits.textShownBytes;
  const text = decode(truncated ? wholeCharacters(bytes, limits.textShownBytes) : bytes);
  const hidden = hiddenCharacters(text);
  const extension = extensionOf(path);
  if (extension === 'md' || extension === 'markdown')
    return { preview: markdown(text), truncated, hidden };
  return {
    preview: { kind: 'code', language: languageOf(path, text, mimeType), text },
    truncated,
    hidden,
  };
}

/**
 * UTF-8 text as it is (a byte order mark stays), or null for anything else: what a diff can
 * compare.
 */
export function textOf(bytes: Uint8Array): string | null {
  return isText(bytes) ? decode(bytes) : null;
}

function notText(path: string, bytes: Uint8Array): PreviewOutput {
  const image = imageHeader(bytes);
  if (!image) return binary(binaryTypeOf(path, bytes) ?? 'unknown type', bytes);
  if (image.pixels === null) return binary(`${image.type} that does not state its size`, bytes);
  if (image.pixels > maxImagePixels)
    return binary(
      `${image.type} that claims ${Math.round(image.pixels / 1e6)} megapixels (not decoded; the limit is ${maxImagePixels / 1e6})`,
      bytes,
    );
  return {
    preview: { kind: 'image', mediaType: image.type, base64: base64(bytes) },
    truncated: false,
    hidden: [],
  };
}

function binary(type: string, bytes: Uint8Array): PreviewOutput {
  return { preview: { kind: 'binary', type, hex: hexDump(bytes) }, truncated: false, hidden: [] };
}

function markdown(text: string): Preview {
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

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** At most `max` bytes, ending where a character ends. */
function wholeCharacters(bytes: Uint8Array, max: number): Uint8Array {
  let end = max;
  while (end > max - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
