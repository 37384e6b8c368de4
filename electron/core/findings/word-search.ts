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
