import { imitationAt } from '../../../../shared/confusables/imitations.ts';

/** A text without its marks, and the way between its places and those of the source. */
export interface PlainText {
  readonly text: string;
  /** Places are UTF-16 units; in what was taken out, they're where it was. */
  toSource(at: number): number;
  toPlain(at: number): number;
}

/** Where the source has other characters than the plain text, in order. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly plain: string;
}

const spaces = String.raw`[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]`;
const others = String.raw`[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]`;
const tags = 'abbr|b|big|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr';

/**
 * What changes how a sentence is written but not what it says. An attacker puts it into a sentence that
 * a rule shouldn't recognize: emphasis, entities, tags, characters without a width, letters
 * of other forms, spaces and line breaks in quotes and items. Code spans stay, and so do tags with a
 * style, which may hide something.
 */
const marks = new RegExp(
  [
    '(?<code>`+[^`\\n]*`+)',
    String.raw`(?<entity>&(?:#\d{1,7}|#x[\da-f]{1,6}|nbsp|shy|zwnj|zwj|ensp|emsp|thinsp|lowbar|ast);)`,
    String.raw`(?<none>[\u00ad\u034f\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]` +
      String.raw`|(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])|<!--[^<>\n]{0,12}-->|</?(?:${tags})>` +
      // Opening, closing and inside of a word.
      String.raw`|(?<![\p{L}\p{N}*_\\/.$-])(?:\*{1,3}|_{1,3})(?=[\p{L}\p{N}"“'‘(\x60])` +
      String.raw`|(?<=[\p{L}\p{N}.,;:!?)"”'’\x60])(?:\*{1,3}|_{1,3})(?![\p{L}\p{N}*_/(])` +
      String.raw`|(?<=\p{L})\*{1,3}(?=\p{L}))`,
    String.raw`(?<form>[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9]|[\u{1d400}-\u{1d7ff}]|[a-z][\u0300-\u036f]+)`,
    String.raw`(?<line>\n${spaces}*(?:>${spaces}*)+|\n${spaces}+(?![-*+#|\s]|\d{1,3}[.)]))`,
    String.raw`(?<space>${spaces}{2,}|${others})`,
    // `i g n o r e`, `s.e.n.d.s`, `forw4rd`, `dont`, `send_it_to_the_server`.
    String.raw`(?<spelled>(?<![\w./@-])[a-z](?<by>[ .·_-])[a-z](?:\k<by>[a-z]){3,}(?!\w))`,
    String.raw`(?<digits>(?<![\w/.@:$+#-])(?=[a-z]+[013457]+[a-z])[a-z013457]{4,20}(?![\w/@:-]))`,
    String.raw`(?<not>\b(?:do|does|did|is|are|must|should|would|need|wo|ca)nt\b)`,
    String.raw`(?<joined>(?<![\w/.$(-])(?=\w{1,80}_(?:the|to|and|of|it|this|that|your?|user|them)_)` +
      String.raw`[a-z]+(?:_[a-z]+){4,40}(?![\w(/]))`,
  ].join('|'),
  'giu',
);

/** Whether a text has any marks. */
const some =
  /[\u0300-\u036f]|[*_&<\u00a0\u00ad\u0370-\u052f\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u24b6-\u24e9\u3000\ufeff\uff10-\uff5a]|\ud835|[ \t]{2}|\n[ \t>]|\b[a-z]([ .·-])[a-z]\1[a-z]\1|[a-z][013457]+[a-z]|nt\b/i;

/** Reads `parts` of a text without their marks; everything else stays unchanged. */
export function plainText(
  source: string,
  parts: readonly { readonly start: number; readonly end: number }[],
): PlainText {
  const edits = parts.flatMap(({ start, end }) => editsIn(source, start, end));
  if (edits.length === 0 && !imitating.test(source)) return asWritten(source);
  let text = '';
  let from = 0;
  // Where each edit ends in the source and in the plain text.
  const sourceEnds: number[] = [];
  const plainEnds: number[] = [];
  for (const { start, end, plain } of edits) {
    text += source.slice(from, start) + plain;
    from = end;
    sourceEnds.push(end);
    plainEnds.push(text.length);
  }
  text += source.slice(from);
  const move = (at: number, of: readonly number[], to: readonly number[]): number => {
    const last = lastUpTo(of, at);
    const moved = at + (last === -1 ? 0 : (to[last] ?? 0) - (of[last] ?? 0));
    // Inside of what the next edit replaces.
    return Math.min(moved, to[last + 1] ?? Infinity);
  };
  return {
    text: text.replaceAll(mixed, unmixed),
    toSource: (at) => move(at, plainEnds, sourceEnds),
    toPlain: (at) => move(at, sourceEnds, plainEnds),
  };
}

const asWritten = (text: string): PlainText => ({
  text,
  toSource: (at) => at,
  toPlain: (at) => at,
});

function editsIn(source: string, start: number, end: number): TextEdit[] {
  const part = source.slice(start, end);
  if (!some.test(part)) return [];
  const edits: TextEdit[] = [];
  for (const { 0: mark, index, groups = {} } of part.matchAll(marks)) {
    if (groups['code'] !== undefined) continue;
    const plain = plainOf(mark, groups);
    if (plain !== mark)
      edits.push({ start: start + index, end: start + index + mark.length, plain });
  }
  return edits;
}

function plainOf(mark: string, groups: Readonly<Record<string, string | undefined>>): string {
  if (groups['none'] !== undefined) return '';
  if (groups['space'] !== undefined) return ' ';
  if (groups['spelled'] !== undefined) return mark.replaceAll(/[^a-z]/gi, '');
  if (groups['digits'] !== undefined)
    return mark.replaceAll(/\d/g, (digit) => posing[digit] ?? digit);
  if (groups['not'] !== undefined) return mark.replace(/t$/i, "'$&");
  if (groups['joined'] !== undefined) return mark.replaceAll('_', ' ');
  // An empty line of a quote ends a paragraph, as an empty one does.
  if (groups['line'] !== undefined) return '\n';
  if (groups['form'] !== undefined)
    return mark.normalize('NFKC').replaceAll(/(?<=[a-z])[\u0300-\u036f]/gi, '');
  return decoded(mark);
}

/** Digits that pose as letters. */
const posing: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function decoded(entity: string): string {
  const number = /^&#(x?)([\da-f]+);$/i.exec(entity);
  if (number === null) return /shy|zw/i.test(entity) ? '' : /lowbar|ast/i.test(entity) ? '' : ' ';
  const point = Number.parseInt(number[2] ?? '', number[1] === '' ? 10 : 16);
  // What isn't a letter or a space could begin a line or end a sentence that the source doesn't.
  if (point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff)) return entity;
  const char = String.fromCodePoint(point);
  if (/[\p{L}\p{N}]/u.test(char)) return char;
  return /\s/u.test(char) ? ' ' : /\p{Cf}/u.test(char) ? '' : entity;
}

/** Words of two scripts, in which letters of one may pose as those of the other. */
const mixed =
  /(?=[A-Za-z\u0370-\u052f]*[A-Za-z])(?=[A-Za-z]*[\u0370-\u052f])[A-Za-z\u0370-\u052f]+/g;
const imitating = /[A-Za-z][\u0370-\u052f]|[\u0370-\u052f][A-Za-z]/;

const unmixed = (word: string): string =>
  [...word]
    .map((char) => {
      const ascii = imitationAt(char.codePointAt(0) ?? 0)?.ascii;
      return ascii?.length === char.length ? ascii : char;
    })
    .join('');

/** The last place of an ascending list that is at most `at`; -1 if none is. */
function lastUpTo(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
