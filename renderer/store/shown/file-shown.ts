import type { FileView, FilePreview, TextStretch } from '../../../shared/model/file-view.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { longestReading } from '../../../shared/model/plain.ts';

/** One form in which a file is shown: text, hex bytes, picture, or data besides the picture. */
interface ShownPart {
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
const bytesIn = (base64: string): number =>
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

/** Start (inclusive) and end (exclusive), in the part's unit. */
export type NumberRange = readonly [from: number, to: number];

/** Sorted, disjoint and nonempty. */
export type NumberRanges = readonly NumberRange[];

/** The ranges plus one; the same object if nothing is new. */
export function withRange(ranges: NumberRanges, [from, to]: NumberRange): NumberRanges {
  if (to <= from || ranges.some(([a, b]) => a <= from && to <= b)) return ranges;
  const apart = ranges.filter(([a, b]) => b < from || a > to);
  const touching = ranges.filter(([a, b]) => !(b < from || a > to));
  const whole: NumberRange = [
    Math.min(from, ...touching.map(([a]) => a)),
    Math.max(to, ...touching.map(([, b]) => b)),
  ];
  return [...apart, whole].toSorted(([a], [b]) => a - b);
}

/** Gaps in `total` units, in order. */
export function gapsIn(ranges: NumberRanges, total: number): NumberRanges {
  const gaps: NumberRange[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) gaps.push([at, Math.min(from, total)]);
    at = Math.max(at, to);
    if (at >= total) return gaps;
  }
  if (at < total) gaps.push([at, total]);
  return gaps;
}

/** How many of `total` units are covered. */
export const covered = (ranges: NumberRanges, total: number): number =>
  total - gapsIn(ranges, total).reduce((sum, [from, to]) => sum + to - from, 0);

/** The text that's kept for the next start; null if it would be too long. */
export function keptText({ parts, enough, cut, readable }: FileShown): string | null {
  const seen = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, [part.total, part.seen]]),
  );
  const text = JSON.stringify({ parts: seen, enough, cut, readable });
  return text.length > longestReading ? null : text;
}

/**
 * What a kept text says; null for anything that this version wouldn't have written. It only adds to
 * how much of exactly this content counts as read.
 */
export function shownIn(text: string): FileShown | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value['parts'])) return null;
    const { cut, readable, enough } = value;
    if (typeof cut !== 'boolean' || typeof readable !== 'boolean') return null;
    const parts = Object.entries(value['parts']).map(
      ([name, part]) => [name, partIn(part)] as const,
    );
    if (!isNames(enough) || parts.some(([, part]) => part === null)) return null;
    return { parts: Object.fromEntries(parts) as Record<string, ShownPart>, enough, cut, readable };
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets of parts, each of at least one: a file would be read with all parts of an empty set. */
const isNames = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every(
    (set) => Array.isArray(set) && set.length > 0 && set.every((name) => typeof name === 'string'),
  );

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function partIn(value: unknown): ShownPart | null {
  if (!Array.isArray(value)) return null;
  const [total, seen] = value as unknown[];
  if (!isCount(total) || !Array.isArray(seen)) return null;
  const isRange = (range: unknown): range is NumberRange => {
    if (!Array.isArray(range) || range.length !== 2) return false;
    const [from, to] = range as unknown[];
    return isCount(from) && isCount(to) && from < to;
  };
  return seen.every(isRange) ? { total, seen } : null;
}

/** The word for how much of a file was read, beside its check. */
export const shownLook: Readonly<
  Record<
    ShownState,
    {
      readonly word: string;
      readonly icon: 'circle' | 'eye';
      readonly tone: 'neutral' | 'ok' | 'warn';
    }
  >
> = {
  no: { word: 'unread', icon: 'circle', tone: 'neutral' },
  part: { word: 'partly read', icon: 'eye', tone: 'neutral' },
  shown: { word: 'read', icon: 'eye', tone: 'neutral' },
  unreadable: { word: 'can’t be shown', icon: 'eye', tone: 'warn' },
};
