import { confusableTable } from './table.ts';
import { lineReader, type WritingKind } from './writing.ts';

/** What a character imitates, and whether it's a letter, mark or digit of its own script. */
interface ImitatedAscii {
  /** One character; two or three for a ligature. */
  readonly ascii: string;
  readonly isLetter: boolean;
  readonly isLatin: boolean;
}

/** Combining strokes: over a space or a letter they're drawn as a slash. */
const overlays = '\u0337\u0338';

let table: ReadonlyMap<number, ImitatedAscii> | null = null;

/** Built when a text first needs it: most texts are ASCII, and commands start faster without it. */
function imitations(): ReadonlyMap<number, ImitatedAscii> {
  table ??= new Map(
    confusableTable.flatMap(([ascii, chars]) =>
      [...chars].map((char): [number, ImitatedAscii] => [
        char.codePointAt(0) ?? 0,
        {
          ascii,
          isLetter: /[\p{L}\p{M}\p{N}]/u.test(char) && !overlays.includes(char),
          isLatin: /\p{Script=Latin}/u.test(char),
        },
      ]),
    ),
  );
  return table;
}

/**
 * A lookup by code point: a regular expression class of two thousand ranges would dominate the
 * cost.
 */
export const imitationAt = (point: number): ImitatedAscii | null =>
  point < 0x80 ? null : (imitations().get(point) ?? null);

/** The ASCII character that readers take this one for; null if it resembles none. */
const imitatedBy = (char: string): string | null =>
  imitationAt(char.codePointAt(0) ?? 0)?.ascii ?? null;

// oxlint-disable-next-line no-control-regex
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A character that imitates ASCII where that changes how the text reads. */
interface SyntaxImitation {
  /** Where in the text, in UTF-16 units. */
  readonly index: number;
  readonly char: string;
  readonly ascii: string;
}

/** Chinese, Japanese and Korean letters, and the signs used between them. */
const eastAsianLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const letterOrMark = /[\p{L}\p{M}\p{N}]/u;
const asciiSeen = /^[!-~]$/;
const asciiWord = /^[a-z0-9]$/i;
const boxDrawing = /[\u2500-\u257f]/;
/** Turkish letters that accompany a dotless i in no other language. */
const turkish = /[\u011f\u011e\u015f\u015e\u0130\u00e7\u00c7\u00f6\u00d6\u00fc\u00dc]/;
const dotless = '\u0131';
/** Longer than a hyphen, so only counted where an option would begin. */
const longDash = /[\u2014\u2015]/;
/** Read as the ASCII sign anywhere next to ASCII, in prose too. */
const strong = '/\\.:;|$&()[]{}#@%';
/** Signs that Chinese and Japanese prose also uses between Latin words. */
const eastAsianStops = '\uff0c\uff01\uff1f\uff1a\uff1b\uff08\uff09\u3002';

/**
 * Signs that imitate syntax (a slash, dot, colon, quotation mark, hyphen …) in code, an address, a
 * path, a command or a name, and single letters that do so between ASCII ones. The attacker wants
 * `https://github.com\u2215acme.evil.example` to read as a path on github.com. Dashes and curly
 * quotes in prose and comments, and a script's signs among its own letters, are left out.
 */
export function syntaxImitations(text: string, kind: WritingKind = 'text'): SyntaxImitation[] {
  if (isAscii(text)) return [];
  const found: SyntaxImitation[] = [];
  const reader = lineReader(kind);
  const isName = !/\s/.test(text);
  // Skillgate quotes server names and addresses like this itself.
  const isQuoted = isName && /^[\u201c\u2018].+[\u201d\u2019]$/su.test(text);
  const name = !isName
    ? ([0, 0] as const)
    : isQuoted
      ? ([1, text.length - 1] as const)
      : ([0, text.length] as const);
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    const code = reader.read(line);
    if (!isAscii(line)) findInLine(line, start, { code, name }, found);
    start = end + 1;
  }
  return found;
}

interface LineFacts {
  readonly code: readonly (readonly [number, number])[];
  /** Where in the text a name, path or address is, if the text is nothing else. */
  readonly name: readonly [number, number];
}

function findInLine(
  line: string,
  start: number,
  { code, name }: LineFacts,
  found: SyntaxImitation[],
): void {
  let span = 0;
  let token: TokenFacts = { end: 0, from: 0, to: 0 };
  let prose: { readonly isEastAsian: boolean; readonly isTurkish: boolean } | null = null;
  for (let index = 0; index < line.length; index += 1) {
    if (line.charCodeAt(index) < 0x80) continue;
    const point = line.codePointAt(index) ?? 0;
    const size = point > 0xffff ? 2 : 1;
    const what = imitationAt(point);
    if (what !== null) {
      const before = charBefore(line, index);
      const after = charAfter(line, index + size);
      // Most letters of other scripts appear among their own.
      if (!what.isLetter || isAscii(before + after)) {
        while ((code[span]?.[1] ?? Infinity) <= index) span += 1;
        if (index >= token.end) token = tokenAt(line, index);
        prose ??= { isEastAsian: eastAsianLetter.test(line), isTurkish: turkish.test(line) };
        const place: Place = {
          line,
          index,
          before,
          after,
          what,
          isEastAsian: prose.isEastAsian,
          isTurkish: prose.isTurkish,
          char: String.fromCodePoint(point),
          isCode: (code[span]?.[0] ?? Infinity) <= index,
          isExact:
            (start + index >= name[0] && start + index < name[1]) ||
            (index >= token.from && index < token.to),
        };
        if (isImitating(place))
          found.push({ index: start + index, char: place.char, ascii: what.ascii });
      }
    }
    index += size - 1;
  }
}

interface Place {
  readonly line: string;
  readonly index: number;
  readonly char: string;
  readonly what: ImitatedAscii;
  readonly before: string;
  readonly after: string;
  readonly isCode: boolean;
  /** In an address, path, name or option. */
  readonly isExact: boolean;
  readonly isEastAsian: boolean;
  readonly isTurkish: boolean;
}

function isImitating(place: Place): boolean {
  const { char, before, after, isCode, isExact } = place;
  if (place.what.isLetter) return isImitatingLetter(place);
  if (eastAsian.test(char)) {
    if (eastAsian.test(before) || eastAsian.test(after)) return false;
    if (place.isEastAsian && !isExact && eastAsianStops.includes(char)) return false;
    return isCode || isExact || isBesideAscii(place);
  }
  switch (place.what.ascii) {
    case '-':
      return isImitatingDash(place);
    case "'":
    case '"':
    case '`':
      // An apostrophe, and the letters a word may begin or end with.
      if (/\p{L}/u.test(before) && /\p{L}/u.test(after)) return false;
      return isCode || (isExact && asciiSeen.test(after));
    case '/':
    case ':':
      // A fraction and a ratio.
      if (!isCode && !isExact && /\d/.test(before) && /\d/.test(after)) return false;
      if (char === '\u2571') return asciiWord.test(before) && asciiWord.test(after);
      // A stroke through a sign of comparison negates it.
      if (overlays.includes(char)) return isAscii(before) && !'=<>'.includes(before || '=');
      return isCode || isExact || isBesideAscii(place);
    case '\\':
      return asciiWord.test(before) && asciiWord.test(after);
    case '|':
      // The edge of a tree or a table that is drawn with lines.
      if (boxDrawing.test(char) && boxDrawing.test(place.line.trim()[0] ?? '')) return false;
      return isCode || isExact || (!boxDrawing.test(char) && isBesideAscii(place));
    case '>':
      // The prompt of a shell.
      if (char === '\u276f' && place.index < 80 && place.line.slice(0, place.index).trim() === '')
        return false;
      return isCode || isExact;
    default:
      if (isCode || isExact) return true;
      // A percentage.
      if (place.what.ascii === '%' && /\d/.test(before)) return false;
      return strong.includes(place.what.ascii) && isBesideAscii(place);
  }
}

const isBesideAscii = ({ before, after }: Place): boolean =>
  asciiSeen.test(before) || asciiSeen.test(after);

function isImitatingDash({ line, index, char, before, isCode, isExact }: Place): boolean {
  const begins = !letterOrMark.test(before) && !asciiSeen.test(before);
  const opens = begins || /["'`([{=+\u2018\u201c]/.test(before);
  const option = /^\p{Pd}{0,2}[a-z](?:[a-z]|[\s=]|$)/iu.test(
    line.slice(index + char.length, index + 8),
  );
  if (longDash.test(char)) return isCode && opens && option;
  return isCode || isExact || (opens && option);
}

/**
 * Letters, marks and digits of another script belong next to others of it. Between ASCII ones they
 * read as the ASCII sign.
 */
function isImitatingLetter(place: Place): boolean {
  const { char, what, before, after, isCode, isExact } = place;
  if (char === dotless)
    return (
      (isExact || (isCode && !place.isTurkish)) && (asciiWord.test(before) || asciiWord.test(after))
    );
  if (what.ascii.length > 1) return isCode || isExact;
  if (!/[a-z0-9]/i.test(what.ascii))
    return asciiSeen.test(before) && (asciiSeen.test(after) || (isExact && after === ''));
  return asciiWord.test(before) && asciiWord.test(after) && !what.isLatin;
}

interface TokenFacts {
  readonly end: number;
  /** The stretch in which every sign counts; empty if the word is prose. */
  readonly from: number;
  readonly to: number;
}

const opening = new Set('"\'`(<[{*\u2018\u201c\u300c\u300e\uff08');
const closing = new Set(
  '"\'`)>]},;:!?*.\u2019\u201d\u3001\u3002\u300d\u300f\uff09\uff0c\uff1a\uff1b',
);
const space = /\s/;

/** The word around a position, and which part of it is an address, path or file name. */
function tokenAt(line: string, index: number): TokenFacts {
  let start = index;
  while (start > 0 && !space.test(line[start - 1] ?? '')) start -= 1;
  let end = index;
  while (end < line.length && !space.test(line[end] ?? '')) end += 1;
  let first = start;
  while (first < end && opening.has(line[first] ?? '')) first += 1;
  let last = end;
  while (last > first && closing.has(line[last - 1] ?? '')) last -= 1;
  const [from, to] = exactIn(skeletonOfSameLength(line.slice(first, last)));
  return { end, from: first + from, to: first + to };
}

/**
 * The skeleton with one character for each of the word's UTF-16 units, so that indexes still apply.
 */
const skeletonOfSameLength = (word: string): string =>
  Array.from(word, (char) =>
    (imitatedBy(char) ?? char).slice(0, char.length).padEnd(char.length, '_'),
  ).join('');

const suffix = /[a-z0-9_]\.[a-z][a-z0-9]{1,9}(?=$|[/:?#])/gi;

function exactIn(word: string): readonly [number, number] {
  const scheme = word.indexOf('://');
  if (scheme !== -1) {
    const begin = /[a-z][a-z0-9+.-]{0,20}$/i.exec(word.slice(Math.max(0, scheme - 21), scheme));
    // Chinese and Japanese put no space after an address.
    const letter = word.slice(scheme).search(eastAsianLetter);
    return [scheme - (begin?.[0].length ?? 0), letter === -1 ? word.length : scheme + letter];
  }
  if (/^(?:\.{0,2}[/\\]|~[/\\]|[a-z]:[/\\]|@[a-z])|\$[{(]|[a-z0-9]@[a-z0-9]|::|&&|\|\|/i.test(word))
    return [0, word.length];
  let to = 0;
  for (const { 0: match, index } of word.matchAll(suffix)) to = index + match.length;
  // What follows a host is its path.
  return to > 0 && word[to] !== undefined ? [0, word.length] : [0, to];
}

const charBefore = (line: string, index: number): string => {
  const low = line.charCodeAt(index - 1);
  return line.slice(low >= 0xdc00 && low <= 0xdfff ? index - 2 : Math.max(0, index - 1), index);
};
const charAfter = (line: string, index: number): string => {
  const point = line.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
};
