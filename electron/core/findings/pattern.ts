import { RE2JS } from 're2js';
import { createWords, folded } from './word-search.ts';

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** By number, from 1; undefined for a group without a match. */
  readonly groups: readonly (string | undefined)[];
}

/** An expression for a server's text that takes linear time for any text. */
export interface TextPattern {
  /** Every match, in order, between `from` and `to` (UTF-16 units). */
  all(text: string, from?: number, to?: number): Iterable<PatternMatch>;
  test(text: string): boolean;
  /** Whether the text has a word of the pattern; far cheaper than `test`. */
  mayMatch(text: string): boolean;
}

/** All that were made, so that a test finds matches without any of the words. */
export const patterns: { readonly words: readonly string[]; readonly source: string }[] = [];

/**
 * `source` is RE2 syntax, without lookaround and back references. It ignores case, and `.` stops at
 * line endings; use `\s+` between words to also match a line ending.
 * @param words lowercase words of which every match has at least one. A text without them isn't
 *   searched, which makes a hundred rules over a thousand files affordable.
 */
export function pattern(words: readonly string[], source: string): TextPattern {
  if (words.length === 0 || words.some((word) => word === '' || word !== word.toLowerCase()))
    throw new Error(`a pattern needs words in lower case: ${source}`);
  let compiled: RE2JS | undefined;
  const expression = (): RE2JS =>
    (compiled ??= RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE));
  patterns.push({ words, source });
  const numbers = words.map((word) => every.add(word));
  held.clear();
  const mayMatch = (text: string, from = 0, to = text.length): boolean => {
    if (to - from < 200 && text.length < 200) {
      const low = folded(text);
      return words.some((word) => low.includes(word));
    }
    const known = wordsIn(text);
    return numbers.some((number) => known.has(number, from, to));
  };
  return {
    mayMatch: (text) => mayMatch(text),
    test: (text) => mayMatch(text) && expression().test(text),
    *all(text, from = 0, to = text.length) {
      if (!mayMatch(text, from, to)) return;
      const part = from === 0 && to === text.length ? text : text.slice(from, to);
      // The engine's fast path if nothing matches.
      if (!expression().test(part)) return;
      const matcher = expression().matcher(part);
      while (matcher.find()) {
        const start = matcher.start();
        const end = matcher.end();
        const groups: (string | undefined)[] = [];
        for (let number = 1; number <= matcher.groupCount(); number += 1)
          groups.push(matcher.group(number) ?? undefined);
        yield { start: from + start, end: from + end, text: part.slice(start, end), groups };
        // The engine's slow path would read the rest, however long it is.
        if (!mayMatch(text, from + end, to)) return;
      }
    },
  };
}

/** The words of all patterns, so that a longer text is searched for all of them in one pass. */
const every = createWords();

/** The places of the words of patterns in one text. */
class WordsInText {
  private readonly places = new Map<number, number[]>();

  constructor(text: string) {
    every.each(folded(text), (word, at) => {
      const known = this.places.get(word);
      if (known === undefined) this.places.set(word, [at]);
      else known.push(at);
    });
  }

  /** Whether the word starts between two places. */
  has(number: number, from: number, to: number): boolean {
    const places = this.places.get(number);
    if (places === undefined) return false;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const next = places[low];
    return next !== undefined && next < to;
  }
}

/** The words in the last few texts, because every rule asks about the same text. */
const held = new Map<string, WordsInText>();

function wordsIn(text: string): WordsInText {
  let found = held.get(text);
  if (found === undefined) {
    found = new WordsInText(text);
    if (held.size > 8) held.clear();
    held.set(text, found);
  }
  return found;
}
