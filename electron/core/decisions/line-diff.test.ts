import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

describe('the difference of two texts', () => {
  it('shows what differs with three lines around it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const after = before.with(9, 'other').toSpliced(15, 1);
    expect(diffLines(before.join('\n'), after.join('\n'))).toEqual([
      '@@ -7 +7 @@',
      ' line 6',
      ' line 7',
      ' line 8',
      '-line 9',
      '+other',
      ' line 10',
      ' line 11',
      ' line 12',
      ' line 13',
      ' line 14',
      '-line 15',
      ' line 16',
      ' line 17',
      ' line 18',
    ]);
    expect(diffLines('a\nb', 'a\nb')).toEqual([]);
  });

  it('begins a new hunk where more than six lines are the same, numbered on both sides', () => {
    const before = Array.from({ length: 12 }, (_, index) => `${index}`);
    const after = ['new', ...before.slice(0, -1), 'end'];
    expect(diffLines(before.join('\n'), after.join('\n'))).toEqual([
      '@@ -1 +1 @@',
      '+new',
      ' 0',
      ' 1',
      ' 2',
      '@@ -9 +10 @@',
      ' 8',
      ' 9',
      ' 10',
      '-11',
      '+end',
    ]);
  });

  it('is not made of texts that differ in too many lines', () => {
    expect(diffLines('a\n'.repeat(5_000), 'b\n'.repeat(5_000))).toBeNull();
    // What is the same at both ends does not count.
    const same = 'a\n'.repeat(50_000);
    expect(diffLines(`${same}b\n${same}`, `${same}c\n${same}`)).toHaveLength(9);
    // 1,999 lines beside 1,999 are the last that fit.
    const lines = (word: string, count: number): string =>
      Array.from({ length: count }, (_, at) => `${word}${at}`).join('\n');
    expect(diffLines(lines('a', 1_999), lines('b', 1_999))).toHaveLength(3_999);
    expect(diffLines(lines('a', 1_999), lines('b', 2_000))).toBeNull();
  });

  it('leads from the one to the other, in as few lines as can be', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const [before, after] = [textOf(seed), textOf(seed * 7_919)];
      const lines = (diffLines(before.join('\n'), after.join('\n')) ?? []).filter(
        (line) => !line.startsWith('@@'),
      );
      if (lines.length === 0) {
        expect(before).toEqual(after);
        continue;
      }
      const side = (mark: string): string[] =>
        lines.filter((line) => line[0] === ' ' || line[0] === mark).map((line) => line.slice(1));
      // Texts of at most six lines: no line is further than three from a change, or it is at an end.
      expect(inside(before, side('-'))).toBe(true);
      expect(inside(after, side('+'))).toBe(true);
      const changed = lines.filter((line) => line[0] !== ' ').length;
      expect(changed).toBe(before.length + after.length - 2 * common(before, after));
    }
  });
});

/** Lines of three letters, so that many are alike. */
function textOf(seed: number): string[] {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: 1 + next(6) }, () => 'abc'[next(3)] ?? 'a');
}

/** Length of the longest common subsequence, by trying. */
function common(a: readonly string[], b: readonly string[]): number {
  const [[first, ...left], [other, ...right]] = [a, b];
  if (first === undefined || other === undefined) return 0;
  return first === other ? 1 + common(left, right) : Math.max(common(left, b), common(a, right));
}

/** Whether `part` is a run of `whole` that leaves out at most some of its ends. */
const inside = (whole: readonly string[], part: readonly string[]): boolean =>
  `\n${whole.join('\n')}\n`.includes(`\n${part.join('\n')}\n`) || part.length === 0;
