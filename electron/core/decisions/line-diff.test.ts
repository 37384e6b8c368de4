import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { diffLines } from './changes-document.ts';

describe('the difference of two texts', () => {
  it('shows what differs with three lines around it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const after = before.with(9, 'other').toSpliced(15, 1);
    expect(diffLines(before.join('\n'), after.join('\n'))).toEqual([
      '@@ -7,13 +7,12 @@',
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
    expect(diffLines(`${before.join('\n')}\n`, `${after.join('\n')}\n`)).toEqual([
      '@@ -1,3 +1,4 @@',
      '+new',
      ' 0',
      ' 1',
      ' 2',
      '@@ -9,4 +10,4 @@',
      ' 8',
      ' 9',
      ' 10',
      '-11',
      '+end',
    ]);
  });

  it('counts the lines of each side on its own, whatever they end with', () => {
    const same = Array.from({ length: 10 }, (_, index) => `${index}-`);
    const [before, after] = [
      ['gone', 'gone', ...same, 'a'],
      [...same, 'b'],
    ];
    const hunks = (diffLines(before.join('\n'), after.join('\n')) ?? []).filter((line) =>
      line.startsWith('@@'),
    );
    expect(hunks).toEqual(['@@ -1,5 +1,3 @@', '@@ -10,4 +8,4 @@']);
  });

  it('is found line by line in a long text that was changed all over', () => {
    const before = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const after = before.map((line, index) => (index % 100 === 50 ? 'other' : line));
    const diff = diffLines(before.join('\n'), after.join('\n')) ?? [];
    expect(diff.filter((line) => line === '+other')).toHaveLength(100);
    expect(diff.filter((line) => line.startsWith('-'))).toHaveLength(100);
    expect(diff.slice(0, 4)).toEqual(['@@ -48,7 +48,7 @@', ' line 47', ' line 48', ' line 49']);
  });

  it('is one that a program applies, whether the texts end with a line end or not', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const [before = '', after = ''] = [textOf(seed), textOf(seed * 7_919)].map(
        (lines, side) => lines.join('\n') + ((seed >> side) % 2 === 0 ? '\n' : ''),
      );
      const diff = diffLines(before, after) ?? [];
      const patch = ['--- a', '+++ b', ...diff, ''].join('\n');
      expect(diff.length === 0 ? before : applyPatch(before, patch), patch).toBe(after);
    }
    expect(diffLines('', 'a\n')).toEqual(['@@ -0,0 +1 @@', '+a']);
    expect(diffLines('a\nb\n', '')).toEqual(['@@ -1,2 +0,0 @@', '-a', '-b']);
  });

  it('is not made of texts that differ in too many lines', () => {
    const lines = (letter: string) =>
      Array.from({ length: 600 }, (_, index) => `${letter}${index}`).join('\n');
    expect(diffLines(lines('a'), lines('b'))).toBeNull();
    expect(diffLines('a\n'.repeat(5_000), 'b\n'.repeat(5_000))).toBeNull();
  });

  it('leads from the one to the other, in as few lines as can be', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const [before, after] = [textOf(seed), textOf(seed * 7_919)];
      const texts = [before, after].map((lines) => `${lines.join('\n')}\n`) as [string, string];
      const lines = (diffLines(...texts) ?? []).filter((line) => !line.startsWith('@@'));
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
