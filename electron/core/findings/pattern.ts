import { RE2JS } from 're2js';

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

/**
 * Finds any number of words in one pass over a text (Aho and Corasick 1975). Every rule asks this
 * first about every file, and for most files it needs nothing else.
 */
export interface WordSearch {
  /** Registers a word and returns its number; the same word has the same number. */
  add(word: string): number;
  /** Calls back for every place of every word, in the order of their ends. */
  each(text: string, found: (word: number, at: number) => void): void;
}

interface Automaton {
  /** The class of each character code; 0 if no word has it. */
  readonly classes: Uint8Array;
  readonly width: number;
  /** `state * width + class`: the next state. */
  readonly next: Uint16Array;
  /** The words that end in a state, including shorter ones; most states have none. */
  readonly ends: readonly (readonly number[] | undefined)[];
  readonly lengths: readonly number[];
}

export function createWords(): WordSearch {
  const numbers = new Map<string, number>();
  let automaton: Automaton | null = null;
  return {
    add(word) {
      if (word === '') throw new Error('an empty word stands in every text');
      const known = numbers.get(word);
      if (known !== undefined) return known;
      automaton = null;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    },
    each(text, found) {
      automaton ??= build([...numbers.keys()]);
      const { classes, width, next, ends, lengths } = automaton;
      let state = 0;
      for (let at = 0; at < text.length; at += 1) {
        state = next[state * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
        const ended = ends[state];
        if (ended === undefined) continue;
        for (const word of ended) found(word, at + 1 - (lengths[word] ?? 0));
      }
    },
  };
}

/**
 * Folds letters as the engine of patterns does: `ſ` is an `s` to it, as to a model that reads the
 * word. A line that ends inside of words is a space. The result is as long as the text.
 */
export const folded = (text: string): string =>
  text
    .replaceAll('\u0130', 'i')
    .toLowerCase()
    .replaceAll('ſ', 's')
    .replace(/[\t\n\f\r]/g, ' ');

function build(words: readonly string[]): Automaton {
  const classes = new Uint8Array(0x1_00_00);
  let width = 1;
  for (const word of words)
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      if (classes[code] === 0) classes[code] = width++;
    }
  const most = 1 + words.reduce((sum, { length }) => sum + length, 0);
  if (width > 0xff || most > 0xff_ff) throw new Error('too many words for one pass');
  const next = new Uint16Array(most * width);
  const ends: number[][] = [];
  let states = 1;
  words.forEach((word, number) => {
    let state = 0;
    for (let at = 0; at < word.length; at += 1) {
      const step = state * width + (classes[word.charCodeAt(at)] ?? 0);
      if (next[step] === 0) next[step] = states++;
      state = next[step] ?? 0;
    }
    (ends[state] ??= []).push(number);
  });
  // Breadth first: if a state has no next one, continue with its longest suffix that starts a word.
  const fails = new Uint16Array(states);
  const queue: number[] = [];
  for (let kind = 1; kind < width; kind += 1) if (next[kind]) queue.push(next[kind] ?? 0);
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] ?? 0;
    const fail = fails[state] ?? 0;
    const shorter = ends[fail];
    if (shorter !== undefined) (ends[state] ??= []).push(...shorter);
    for (let kind = 1; kind < width; kind += 1) {
      const step = state * width + kind;
      const other = next[fail * width + kind] ?? 0;
      const child = next[step] ?? 0;
      if (child === 0) next[step] = other;
      else {
        fails[child] = other;
        queue.push(child);
      }
    }
  }
  const lengths = words.map(({ length }) => length);
  return { classes, width, next: next.slice(0, states * width), ends, lengths };
}
