import { expect, it } from 'vitest';
import { comparedText, longestPart, mostCompared } from './Comparison.tsx';

it('compares ordinary bodies in full', () => {
  const text = '{\n  "a": 1\n}';
  expect(comparedText(text)).toEqual({ text, isBroken: false, isCut: false });
});

it('breaks lines that the editor couldn’t lay out, between characters', () => {
  const line = '𝒳'.repeat(3_000);
  const { text, isBroken } = comparedText(`{\n${line}\n}`);
  expect(isBroken).toBe(true);
  expect(text.replaceAll('\n', '')).toBe(`{${line}}`);
  expect(text.split('\n').every((part) => part.length <= longestPart * 2)).toBe(true);
  expect(text).not.toMatch(/[\uD800-\uDBFF]\n/);
});

it('compares the beginning of a body that is too long, and says so', () => {
  const { text, isCut } = comparedText('x\n'.repeat(mostCompared));
  expect(isCut).toBe(true);
  expect(text.length).toBeLessThanOrEqual(mostCompared);
});

it('shows invisible characters, so that they can’t hide a difference', () => {
  expect(comparedText('a\u202eb').text).not.toContain('\u202e');
});
