import { RE2JS } from 're2js';
import { createWords } from './word-search.ts';

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** By number, from 1; undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
}

/** An expression over a server's text, in linear time whatever the text. */
export interface TextPattern {
  /** Every match, in order; `from` and `to` bound where it looks (UTF-16 units). */
  all(text: string, from?: number, to?: number): Iterable<PatternMatch>;
  test(text: string): boolean;
}

/**
 * `source` is RE2 syntax: no lookaround and no back references. Matches regardless of case, and `.`
 * stops at line ends; `\s+` between words lets a line end stand for a space.
 * @param words what every match holds at least one of, in lower case: a text without them is not
 *   searched, which is what makes a hundred rules over a thousand files affordable.
 */
export function pattern(words: readonly string[], source: string): TextPattern {
  if (words.length === 0 || words.some((word) => word === '' || word !== word.toLowerCase()))
    throw new Error(`a pattern needs words in lower case: ${source}`);
  let compiled: RE2JS | undefined;
  const expression = (): RE2JS =>
    (compiled ??= RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE));
  const numbers = words.map((word) => every.add(word));
  held.clear();
  const mayMatch = (text: string): boolean => {
    if (text.length < 200) {
      const low = folded(text);
      return words.some((word) => low.includes(word));
    }
    const found = wordsIn(text);
    return numbers.some((number) => found[number] === 1);
  };
  return {
    test: (text) => mayMatch(text) && expression().test(text),
    *all(text, from = 0, to = text.length) {
      if (!mayMatch(text)) return;
      const part = from === 0 && to === text.length ? text : text.slice(from, to);
      // Without a match this is the engine's fast way.
      if (!expression().test(part)) return;
      const matcher = expression().matcher(part);
      while (matcher.find()) {
        const start = matcher.start();
        const end = matcher.end();
        const groups: (string | undefined)[] = [];
        for (let number = 1; number <= matcher.groupCount(); number += 1)
          groups.push(matcher.group(number) ?? undefined);
        yield { start: from + start, end: from + end, text: part.slice(start, end), groups };
      }
    },
  };
}

/** As the engine compares letters: `ſ` is an `s` to it, and to a model that reads the word. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ſ', 's');

/** The words of all patterns: a longer text is searched for them once, and not once for each. */
const every = createWords();

/** What the last few texts hold: every rule asks of the same one. */
const held = new Map<string, Uint8Array>();

function wordsIn(text: string): Uint8Array {
  let found = held.get(text);
  if (found === undefined) {
    found = every.in(folded(text));
    if (held.size > 8) held.clear();
    held.set(text, found);
  }
  return found;
}
