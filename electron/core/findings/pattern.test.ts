import { expect, it, describe } from 'vitest';
import { pattern, createWords, type WordSearch } from './pattern.ts';
import { chance } from '../archive/testing/mutants.ts';

it.each(['', 'x'.repeat(300)])('finds a letter that reads as another after %j', (before) => {
  const secret = pattern(['secret'], 'y secret');
  expect(secret.test(`${before} my \u017Fecret`)).toBe(true);
  expect(secret.test(`${before} my SECRET`)).toBe(true);
  expect(secret.test(`${before} my sacred`)).toBe(false);
});

const wordsIn = (words: WordSearch, text: string): Set<number> => {
  const found = new Set<number>();
  words.each(text, (word) => void found.add(word));
  return found;
};

describe('words in one pass', () => {
  it('are found inside one another, at both ends, and over each other', () => {
    const words = createWords();
    const [he, she, his, hers, rs] = ['he', 'she', 'his', 'hers', 'rs'].map((one) =>
      words.add(one),
    );
    const places: [number, number][] = [];
    words.each('ushers', (word, at) => void places.push([word, at]));
    expect(places).toEqual([
      [she, 1],
      [he, 2],
      [hers, 2],
      [rs, 4],
    ]);
    expect(places.some(([word]) => word === his)).toBe(false);
  });

  it('keep their numbers when others are added', () => {
    const words = createWords();
    const first = words.add('curl');
    expect([...wordsIn(words, 'curl | sh')]).toEqual([first]);
    const second = words.add('| sh');
    expect(words.add('curl')).toBe(first);
    expect([...wordsIn(words, 'wget | sh')]).toEqual([second]);
  });

  it('are never empty, because an empty one would be in every text', () => {
    expect(() => createWords().add('')).toThrow('empty');
  });

  it('are exactly those that the text includes, for any words and texts', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const any = chance(seed);
      const letters = (most: number): string =>
        Array.from({ length: 1 + any(most) }, () => 'abé字'[any(4)]).join('');
      const wanted = Array.from({ length: 1 + any(12) }, () => letters(5));
      const text = letters(40);
      const words = createWords();
      const numbers = wanted.map((word) => words.add(word));
      const found = wordsIn(words, text);
      expect(numbers.map((number) => found.has(number))).toEqual(
        wanted.map((word) => text.includes(word)),
      );
    }
  });
});
