import type { FileView, FilePreview, TextStretch } from '../../../shared/model/file-view.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { covered, gapsIn, type NumberRange, type NumberRanges, withRange } from './ranges.ts';

/** One form in which a file is shown: text, hex bytes, picture, or data besides the picture. */
export interface ShownPart {
  /** UTF-16 units of displayed text, bytes, or 1 for an image. */
  readonly total: number;
  readonly seen: NumberRanges;
}

/** What of a file's content was on screen, in this session or an earlier one. */
export interface FileShown {
  readonly parts: Readonly<Record<string, ShownPart>>;
  /** Sets of parts; each covers the whole file. */
  readonly enough: readonly (readonly string[])[];
  /** More of it can be loaded. */
  readonly cut: boolean;
  /** False if nobody can read it: a large file that isn't text. */
  readonly readable: boolean;
}

/**
 * `shown`: all content was on screen at least once in a form that hides nothing. `part`: only some
 * of it was.
 */
export type ShownState = 'no' | 'part' | 'shown' | 'unreadable';

const noRanges: NumberRanges = [];
const only = (parts: Readonly<Record<string, number>>): Pick<FileShown, 'parts'> => ({
  parts: Object.fromEntries(
    Object.entries(parts).map(([name, total]) => [name, { total, seen: noRanges }]),
  ),
});

type Image = Extract<FilePreview, { kind: 'image' }>;

/**
 * The parts of a picture's file, by name. No decoder draws every byte, so a picture counts only
 * with all of them.
 */
export const stretchesOf = ({
  whole,
  rest,
  texts,
}: Image): readonly (readonly [string, TextStretch])[] => [
  ...rest.map((one) => [`rest ${one.offset}`, one] as const),
  ...texts.map((one) => [`text ${one.offset}`, one] as const),
  ['whole', whole],
];

/** Replaces a picture that wasn't drawn: its bytes count instead. */
export const notDrawnPart = 'not drawn';

/** What must be on screen for a newly loaded file to count; null: nothing was received. */
export function toShow({ preview, truncated }: FileView): FileShown | null {
  if (preview === null) return null;
  const file = { cut: truncated, readable: true };
  switch (preview.kind) {
    case 'markdown':
    case 'code':
      return {
        ...file,
        ...only({ text: revealInvisible(preview.text, writingIn(preview)).length }),
        enough: [['text']],
      };
    case 'image': {
      const sizes = stretchesOf(preview).map(
        ([part, { text, base64 }]) =>
          [part, text === null ? bytesIn(base64) : revealInvisible(text).length] as const,
      );
      const names = sizes.map(([part]) => part);
      return {
        ...file,
        readable: !preview.cut,
        ...only({ image: 1, [notDrawnPart]: 1, ...Object.fromEntries(sizes) }),
        enough: [
          ['image', ...names],
          [notDrawnPart, ...names],
        ],
      };
    }
    case 'binary':
      return {
        ...file,
        readable: !preview.cut,
        ...only({
          hex: bytesIn(preview.base64),
          ...(preview.text === null ? {} : { text: revealInvisible(preview.text).length }),
        }),
        enough: preview.text === null ? [['hex']] : [['hex'], ['text']],
      };
  }
}

/** In the same written-out form as the view. */
const writingIn = (preview: Extract<FilePreview, { kind: 'markdown' | 'code' }>) =>
  preview.kind === 'code' ? writingOf(preview.language) : 'text';

/** Number of bytes that base64 encodes. */
export const bytesIn = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** The same file loaded again, perhaps with more of it: what was seen stays seen. */
export function again(before: FileShown | undefined, now: FileShown): FileShown {
  if (before === undefined) return now;
  const parts = Object.entries(now.parts).map(
    ([name, part]) => [name, { ...part, seen: before.parts[name]?.seen ?? part.seen }] as const,
  );
  return { ...now, parts: Object.fromEntries(parts), cut: now.cut && before.cut };
}

/** The same object if nothing is new. */
export function saw(file: FileShown, name: string, range: NumberRange): FileShown {
  const part = file.parts[name];
  if (part === undefined) return file;
  const seen = withRange(part.seen, range);
  return seen === part.seen
    ? file
    : { ...file, parts: { ...file.parts, [name]: { ...part, seen } } };
}

const isWhole = (part: ShownPart | undefined): boolean =>
  part !== undefined && gapsIn(part.seen, part.total).length === 0;

export function stateOf(file: FileShown | undefined): ShownState {
  if (file === undefined) return 'no';
  if (!file.readable) return 'unreadable';
  const all = file.enough.some((names) => names.every((name) => isWhole(file.parts[name])));
  return all && !file.cut ? 'shown' : 'part';
}

export interface UnreadGap {
  readonly part: string;
  readonly range: NumberRange;
}

/** The unread ranges, in the form closest to complete. */
export function gapsOf(file: FileShown): readonly UnreadGap[] {
  const forms = file.enough.map((names) =>
    names.flatMap((part) =>
      gapsIn(file.parts[part]?.seen ?? noRanges, file.parts[part]?.total ?? 0).map((range) => ({
        part,
        range,
      })),
    ),
  );
  const missing = (gaps: readonly UnreadGap[]): number =>
    gaps.reduce((sum, { range: [from, to] }) => sum + to - from, 0);
  return forms.toSorted((a, b) => missing(a) - missing(b))[0] ?? [];
}

/** How much of it was on screen, 0 to 100; 100 only if all of it was. */
export function percentOf(file: FileShown): number {
  const shares = file.enough.map((names) => {
    const parts = names.flatMap((name) => file.parts[name] ?? []);
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    const seen = parts.reduce((sum, part) => sum + covered(part.seen, part.total), 0);
    return total === 0 ? 1 : seen / total;
  });
  return Math.floor(Math.max(0, ...shares) * 100);
}
