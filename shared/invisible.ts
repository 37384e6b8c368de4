import type { WritingKind } from './confusables/writing.ts';
import { lookalikes } from './lookalikes.ts';

/**
 * Makes visible what a person can't see in a server's text. The attacker controls every character
 * of a name, description, error text and file, and wants text that a model or terminal reads and a
 * reviewer doesn't.
 */

/**
 * Code points that draw nothing, change direction or control a terminal. Inclusive ranges,
 * ascending.
 */
const invisible: readonly (readonly [number, number, string])[] = [
  [0x00, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xa0, 0xa0, 'no-break space'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'combining grapheme joiner'],
  [0x61c, 0x61c, 'Arabic letter mark'],
  [0x115f, 0x1160, 'Hangul filler'],
  [0x1680, 0x1680, 'Ogham space mark'],
  [0x17b4, 0x17b5, 'Khmer inherent vowel'],
  [0x180b, 0x180f, 'Mongolian format character'],
  [0x2000, 0x200a, 'space of an unusual width'],
  [0x200b, 0x200b, 'zero width space'],
  [0x200c, 0x200c, 'zero width non-joiner'],
  [0x200d, 0x200d, 'zero width joiner'],
  [0x200e, 0x200f, 'direction mark'],
  [0x2028, 0x2028, 'line separator'],
  [0x2029, 0x2029, 'paragraph separator'],
  [0x202a, 0x202e, 'direction override or embedding'],
  [0x202f, 0x202f, 'narrow no-break space'],
  [0x205f, 0x205f, 'mathematical space'],
  [0x2060, 0x2065, 'invisible operator'],
  [0x2066, 0x2069, 'direction isolate'],
  [0x206a, 0x206f, 'deprecated format character'],
  [0x2800, 0x2800, 'blank Braille pattern'],
  [0x3000, 0x3000, 'ideographic space'],
  [0x3164, 0x3164, 'Hangul filler'],
  [0xd800, 0xdfff, 'lone surrogate'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfeff, 0xfeff, 'zero width no-break space'],
  [0xffa0, 0xffa0, 'halfwidth Hangul filler'],
  [0xfff0, 0xfffc, 'annotation or format character'],
  [0xfffe, 0xffff, 'noncharacter'],
  [0x13430, 0x1343f, 'hieroglyph format control'],
  [0x1bca0, 0x1bca3, 'shorthand format control'],
  [0x1d159, 0x1d159, 'null notehead'],
  [0x1d173, 0x1d17a, 'musical format control'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
  [0xe0080, 0xe0fff, 'unassigned invisible character'],
];

const names: Readonly<Record<number, string>> = {
  0x00: 'null',
  0x08: 'backspace',
  0x09: 'tab',
  0x0a: 'line feed',
  0x0b: 'vertical tab',
  0x0c: 'form feed',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete',
  0x85: 'next line',
  0x9b: 'control sequence introducer',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
};

const classOf = (from: number, to: number): string =>
  `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`;
/** One class, no quantifier: a search over hostile text stays linear. */
const suspect = new RegExp(`[${invisible.map(([from, to]) => classOf(from, to)).join('')}]`, 'u');
export const suspects = new RegExp(suspect.source, 'gu');
const pictograph = /\p{Extended_Pictographic}/u;
const emojiPart = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}]/u;
const keycapBase = /[0-9#*]/;
/** Where an ideographic space is ordinary: beside the letters that it belongs to. */
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

const before = (text: string, index: number): string => {
  const low = text.charCodeAt(index - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? index - 2 : index - 1, index);
};
const after = (text: string, index: number): string => {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
};

/**
 * An emoji's own style selector or joiner is part of what a person sees. Nothing else is: a run of
 * selectors after one letter can spell a hidden message.
 */
function isPartOfEmoji(text: string, index: number, point: number): boolean {
  if (index === 0) return false;
  if (point === 0xfe0f || point === 0xfe0e) {
    const styled = before(text, index);
    return (
      pictograph.test(styled) || (keycapBase.test(styled) && text.charCodeAt(index + 1) === 0x20e3)
    );
  }
  if (point === 0x200d)
    return emojiPart.test(before(text, index)) && pictograph.test(after(text, index + 1));
  return false;
}

/** A wide space in Chinese, Japanese or Korean text is seen as what it is. */
function isEastAsianSpace(text: string, index: number, point: number): boolean {
  if (point !== 0x3000) return false;
  return eastAsian.test(before(text, index)) || eastAsian.test(after(text, index + 1));
}

/** These don't help the attacker: a person sees them, each in its proper place. */
export const isSeen = (text: string, index: number, point: number): boolean =>
  isPartOfEmoji(text, index, point) || isEastAsianSpace(text, index, point);

/** True if the character is escaped unless its neighbors claim it. */
export const isWrittenOut = (point: number): boolean => suspect.test(String.fromCodePoint(point));

export const isSpace = (point: number): boolean => /\p{Zs}/u.test(String.fromCodePoint(point));

export const escapeOf = (point: number): string =>
  `\\u{${point.toString(16).toUpperCase().padStart(4, '0')}}`;

/** A text as shown, with a mapping from its positions to shown positions. */
export interface RevealedText {
  readonly text: string;
  /** Maps a position in the text, in UTF-16 units, to one in the shown text. */
  readonly shownAt: (offset: number) => number;
}

/**
 * Every invisible character that neither `keeps` nor its neighbors claim becomes `\u{XXXX}`, as
 * does every character that poses as another and every mark on one letter after the first eight.
 */
export const replaceInvisible = (
  text: string,
  keeps: (point: number, index: number) => boolean,
  kind: WritingKind = 'text',
): string => (/[^ -~]/.test(text) ? writeOut(text, keeps, kind).text : text);

interface WrittenPlace {
  readonly index: number;
  readonly char: string;
}

function writeOut(
  text: string,
  keeps: (point: number, index: number) => boolean,
  kind: WritingKind,
): RevealedText {
  const places = [...unseen(text, keeps), ...piledUp(text), ...lookalikes(text, kind)].sort(
    (a, b) => a.index - b.index,
  );
  if (places.length === 0) return { text, shownAt: (offset) => offset };
  const ends: number[] = [];
  const added: number[] = [];
  let shown = '';
  let at = 0;
  for (const { index, char } of places) {
    if (index < at) continue;
    shown += text.slice(at, index) + escapeOf(char.codePointAt(0) ?? 0);
    at = index + char.length;
    ends.push(at);
    added.push(shown.length - at);
  }
  return { text: shown + text.slice(at), shownAt: shifted(ends, added) };
}

/** Positions after escaped characters; one inside a surrogate pair moves like the one before it. */
const shifted =
  (ends: readonly number[], added: readonly number[]): RevealedText['shownAt'] =>
  (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (low === 0 ? 0 : (added[low - 1] ?? 0));
  };

/**
 * Marks stacked on one letter beyond what any language uses. They cover the surrounding lines, and
 * laying out a hundred thousand of them takes a page minutes.
 */
const pile = /(\p{M}{8})(\p{M}+)/gu;

function* piledUp(text: string): Generator<WrittenPlace> {
  for (const { index, 1: few = '', 2: rest = '' } of text.matchAll(pile)) {
    let at = index + few.length;
    for (const char of rest) {
      yield { index: at, char };
      at += char.length;
    }
  }
}

function* unseen(
  text: string,
  keeps: (point: number, index: number) => boolean,
): Generator<WrittenPlace> {
  if (!suspect.test(text)) return;
  for (const { 0: char, index } of text.matchAll(suspects)) {
    const point = char.codePointAt(0) ?? 0;
    if (!keeps(point, index) && !isSeen(text, index, point)) yield { index, char };
  }
}

/** Tabs and line endings. A lone carriage return can overwrite a line, so it isn't ordinary. */
export function isOrdinary(text: string, point: number, index: number): boolean {
  return (
    point === 0x0a || point === 0x09 || (point === 0x0d && text.charCodeAt(index + 1) === 0x0a)
  );
}

/** A readable name for an invisible character. */
export function nameOf(point: number): string {
  const own = names[point];
  if (own !== undefined) return own;
  if (point >= 0xe0021 && point <= 0xe007e)
    return `tag character “${String.fromCharCode(point - 0xe0000)}”`;
  return invisible.find(([from, to]) => point >= from && point <= to)?.[2] ?? 'invisible character';
}

/**
 * A file's text as a reader must see it: invisible characters, unusual spaces and characters that
 * pose as others as `\u{XXXX}`; tabs, line endings and a leading byte order mark unchanged. Every
 * view of one text must use the same `kind`, because what was on screen is counted in positions of
 * this text.
 */
export const revealText = (text: string, kind: WritingKind = 'text'): RevealedText =>
  writeOut(
    text,
    (point, index) => isOrdinary(text, point, index) || (point === 0xfeff && index === 0),
    kind,
  );

export const revealInvisible = (text: string, kind: WritingKind = 'text'): string =>
  revealText(text, kind).text;
