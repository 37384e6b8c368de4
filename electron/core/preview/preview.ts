import type { HiddenCharacter, FilePreview } from '../../../shared/model/file-view.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';
import { hiddenCharacters } from '../hidden.ts';
import { limits } from '../limits.ts';
import { binaryTypeOf } from './file-type.ts';
import { imageHeader } from './image.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { mixedOrderLines } from '../../../shared/direction.ts';
import { extensionOf, languageOf } from './language.ts';
import { isMostlyText, isPlainText, markedText, type MarkedText } from './marked-text.ts';
import { isRun, isScript, noText } from './no-text.ts';

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
