import { expect, it } from 'vitest';
import { hasEndlessParagraph } from './paragraph-cost.ts';

it('a paragraph is endless where letters of two directions go on for tens of thousands', () => {
  expect(hasEndlessParagraph('\u05d0 a '.repeat(6_000))).toBe(true);
  expect(hasEndlessParagraph(`# Title\n\n${'\u05d0 a\n'.repeat(6_000)}\n\nEnd`)).toBe(true);
  expect(hasEndlessParagraph(`a${'\u0301'.repeat(30_000)}`)).toBe(true);
});

it('a long text of ordinary paragraphs is not, in any language', () => {
  expect(hasEndlessParagraph('\u05d0 a '.repeat(1_000))).toBe(false);
  expect(hasEndlessParagraph('\u05d0 a b\n\n'.repeat(20_000))).toBe(false);
  expect(hasEndlessParagraph('x'.repeat(150_000))).toBe(false);
  expect(hasEndlessParagraph('\u6f22\u5b57'.repeat(20_000))).toBe(false);
});
