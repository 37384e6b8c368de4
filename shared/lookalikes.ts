import { isAscii, syntaxImitations } from './confusables/imitations.ts';
import type { WritingKind } from './confusables/writing.ts';

/**
 * Letters that pose as letters of another script, and signs that imitate ASCII syntax. The attacker
 * wants a person to read `p\u0430ypal` as `paypal` while a model, shell or network reads a
 * different word.
 */
export interface LookalikeMatch {
  /** Where in the text, in UTF-16 units. */
  readonly index: number;
  readonly char: string;
  readonly name: string;
}

/** Scripts with letters that look Latin; Greek has many that don't. */
const scripts = [
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  [
    'Greek',
    /[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7]|[\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9\u03f2\u03f3]/u,
  ],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
] as const;
/** Forms of Latin letters and digits that have their own code point. */
const formOfLatin =
  /[\u0251\u0261\u0269\u026a\u028f\u01c0\u01c3\u1d00-\u1d2b\u2100-\u214f\u2160-\u217f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;
const latin = /\p{Script=Latin}/u;
const ascii = /[a-z]/i;

/** Identical to Latin letters in common fonts: a whole word of them reads as another word. */
const twins = new Set(
  '\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u04bb\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408\u04c0' +
    '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf',
);
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

/** One class: a search over hostile text stays linear. */
const any = new RegExp(
  `[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Coptic}\\p{Script=Lisu}${formOfLatin.source.slice(1, -1)}]`,
  'u',
);
const words = /[\p{L}\p{M}\p{N}_]+/gu;

const scriptOf = (char: string): string | null =>
  scripts.find(([, letters]) => letters.test(char))?.[0] ?? null;

/** Every such character, in text order; `kind` says how the text is written. */
export function lookalikes(text: string, kind: WritingKind = 'text'): readonly LookalikeMatch[] {
  if (isAscii(text)) return [];
  const letters = posingLetters(text);
  const signs = syntaxImitations(text, kind);
  if (signs.length === 0) return letters;
  const known = new Set(letters.map(({ index }) => index));
  return signs
    .filter(({ index }) => !known.has(index))
    .map(({ index, char, ascii }): LookalikeMatch => ({
      index,
      char,
      name: `character that looks like ${ascii === '"' ? "'\"'" : `"${ascii}"`}`,
    }))
    .concat(letters)
    .sort((a, b) => a.index - b.index);
}

/**
 * Every such letter: those of the rarer script in a mixed word, forms of Latin letters next to
 * plain ones, and whole words of Latin-looking letters in a line that has no other word of their
 * script.
 */
function posingLetters(text: string): readonly LookalikeMatch[] {
  if (!any.test(text)) return [];
  const found: LookalikeMatch[] = [];
  const line = lineOfTwins(text);
  for (const word of text.matchAll(words)) {
    if (!any.test(word[0])) continue;
    found.push(...(mixed(word[0], word.index) ?? posing(word[0], word.index, line)));
  }
  return found;
}

/** The posing letters of a word with letters of two scripts; null for a word of one. */
function mixed(word: string, start: number): readonly LookalikeMatch[] | null {
  const letters: { index: number; char: string; script: string }[] = [];
  let index = start;
  for (const char of word) {
    const script = formOfLatin.test(char)
      ? 'form of a Latin letter'
      : latin.test(char)
        ? 'Latin'
        : scriptOf(char);
    if (script !== null) letters.push({ index, char, script });
    index += char.length;
  }
  const plain = letters.filter((letter) => letter.script === 'Latin').length;
  const others = letters.length - plain;
  if (plain === 0 || others === 0 || !ascii.test(word)) return null;
  const posesAsLatin = others <= plain;
  return letters
    .filter(({ script }) => (script === 'Latin') !== posesAsLatin)
    .map(({ index: at, char, script }) => ({
      index: at,
      char,
      name: script.startsWith('form')
        ? script
        : `${script} letter in a word of ${posesAsLatin ? 'Latin' : 'other'} ones`,
    }));
}

function posing(
  word: string,
  start: number,
  isLineOfTwins: (at: number) => boolean,
): readonly LookalikeMatch[] {
  const letters = [...word].filter((char) => !/[\p{N}_]/u.test(char));
  if (letters.length === 0 || !letters.every((char) => twins.has(char))) return [];
  if (!isLineOfTwins(start)) return [];
  const found: LookalikeMatch[] = [];
  let index = start;
  for (const char of word) {
    if (twins.has(char))
      found.push({ index, char, name: `${scriptOf(char) ?? 'other'} letter that looks Latin` });
    index += char.length;
  }
  return found;
}

/**
 * Whether the line at a position has Latin letters and no other script except twins. Called with
 * ascending positions.
 */
function lineOfTwins(text: string): (at: number) => boolean {
  let end = -1;
  let answer = false;
  return (at) => {
    if (at < end) return answer;
    const newline = text.indexOf('\n', at);
    const start = text.lastIndexOf('\n', at) + 1;
    end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    answer = (line.match(foreign) ?? []).every((char) => twins.has(char)) && ascii.test(text);
    return answer;
  };
}
