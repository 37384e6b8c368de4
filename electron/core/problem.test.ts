import { describe, expect, it } from 'vitest';
import { describe as inWords, problem } from './problem.ts';

describe('a problem', () => {
  it('shows unseen characters of the server in every text, and bounds their length', () => {
    const made = problem('uri-malformed', 'a\u202e', {
      field: 'b\u200b',
      expected: 'c\u0007',
      actual: 'd\u{e0041}',
      clause: 'Skill URIs',
    });
    expect(made).toEqual({
      rule: 'uri-malformed',
      message: 'a\\u{202E}',
      field: 'b\\u{200B}',
      expected: 'c\\u{0007}',
      actual: 'd\\u{E0041}',
      clause: 'Skill URIs',
    });
    expect(
      problem('uri-malformed', 'x', { actual: 'y'.repeat(10_000_000) }).actual?.length,
    ).toBeLessThanOrEqual(300);
  });

  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    [[1, 2], 'an array of 2'],
    [{ a: 1 }, 'an object'],
    ['x', 'the string "x"'],
    [7, 'the number 7'],
    [true, 'the boolean true'],
  ])('says %j in words', (value, words) => {
    expect(inWords(value)).toBe(words);
  });
});
