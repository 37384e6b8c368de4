import { describe, expect, it } from 'vitest';
import { sinceInWords } from './finding-text.ts';

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, gone: 0, unlooked: 0 };

describe('what changed of the findings, in words', () => {
  it.each([
    [{}, 'no new findings'],
    [{ high: 1, gone: 1 }, '1 new finding (high), 1 gone'],
    [{ critical: 1, high: 2 }, '3 new findings (1 critical, 2 high)'],
    [{ unlooked: 1 }, '1 changed file not checked'],
    [{ gone: 2, unlooked: 2 }, '2 gone, 2 changed files not checked'],
  ])('of %o are: %s', (more, words) => {
    expect(sinceInWords({ ...none, ...more })).toBe(words);
  });
});
