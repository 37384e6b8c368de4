import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { lostLinks } from './lost-links.ts';

const file = (path: string, text: string | null = null) => ({ path, size: 1, text });

describe('links that lead nowhere', () => {
  it('cost the same to look up however many files there are', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => file(`a${at}`));
    const files = [...many, file('x.md', '[a](d)\n'.repeat(20_000)), file('d/z')];
    expect(cpuCost(() => expect(lostLinks(files)).toEqual([]), 1)).toBeLessThan(4_000);
  });

  it('cost no more than their text where thousands are on one line', () => {
    const files = [file('SKILL.md', '[a](SKILL.md)'.repeat(40_000))];
    expect(cpuCost(() => expect(lostLinks(files)).toEqual([]), 1)).toBeLessThan(4_000);
  });

  it('are outside the skill if they lead to a neighboring one', () => {
    expect(lostLinks([file('SKILL.md', '[a](../other/guide.md) [b](guide.md)')])).toMatchObject([
      { said: '../other/guide.md is outside the skill' },
      { said: 'there is no guide.md' },
    ]);
  });

  it('are reported with their position, even after many others in one paragraph, up to 100', () => {
    const found = lostLinks([
      file('a.md', `${'[a](a.md)\n'.repeat(60_000)}x ${'[b](b)'.repeat(200)}`),
    ]);
    expect(found).toHaveLength(100);
    expect(found[1]).toEqual({ path: 'a.md', said: 'there is no b', line: 60_001, column: 9 });
  });

  it.each([
    ['](', 100_000],
    ['[a](', 50_000],
    ['![', 50_000],
    ['[a]: <', 30_000],
    ['[a\n', 50_000],
    ['> - [a][', 5_000],
  ])('cost no more than their text in a forged text of %j', (part, times) => {
    const files = [file('a.md', part.repeat(times))];
    expect(cpuCost(() => expect(lostLinks(files)).toEqual([]), 1)).toBeLessThan(4_000);
  });
});
