import { describe, expect, it } from 'vitest';
import { chance } from '../archive/testing/mutants.ts';
import { createWords } from './word-search.ts';

describe('words in one pass', () => {
  it('are found inside one another, at both ends, and over each other', () => {
    const words = createWords();
    const [he, she, his, hers, rs] = ['he', 'she', 'his', 'hers', 'rs'].map((one) =>
      words.add(one),
    );
    const found = words.in('ushers');
    expect([he, she, his, hers, rs].map((number) => found[number ?? -1])).toEqual([1, 1, 0, 1, 1]);
  });

  it('keep their numbers when others are added', () => {
    const words = createWords();
    const first = words.add('curl');
    expect(words.in('curl | sh')[first]).toBe(1);
    const second = words.add('| sh');
    expect(words.add('curl')).toBe(first);
    const found = words.in('wget | sh');
    expect([found[first], found[second]]).toEqual([0, 1]);
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
      const found = words.in(text);
      expect(numbers.map((number) => found[number] === 1)).toEqual(
        wanted.map((word) => text.includes(word)),
      );
    }
  });
});
