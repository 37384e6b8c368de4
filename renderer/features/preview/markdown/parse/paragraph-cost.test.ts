import { expect, it } from 'vitest';
import { hasEndlessParagraph } from './use-markdown-tree.ts';

it('rejects a paragraph with tens of thousands of letters in mixed directions', () => {
  expect(hasEndlessParagraph('\u05d0 a '.repeat(6_000))).toBe(true);
  expect(hasEndlessParagraph(`# Title\n\n${'\u05d0 a\n'.repeat(6_000)}\n\nEnd`)).toBe(true);
  expect(hasEndlessParagraph(`a${'\u0301'.repeat(30_000)}`)).toBe(true);
});

it('accepts a long text of ordinary paragraphs in any language', () => {
  expect(hasEndlessParagraph('\u05d0 a '.repeat(1_000))).toBe(false);
  expect(hasEndlessParagraph('\u05d0 a b\n\n'.repeat(20_000))).toBe(false);
  expect(hasEndlessParagraph('x'.repeat(150_000))).toBe(false);
  expect(hasEndlessParagraph('\u6f22\u5b57'.repeat(20_000))).toBe(false);
});

it('rejects a paragraph with tens of thousands of possible markup characters', () => {
  for (const unit of ['![a](b)', '![a][b]', '![a](', '[a][b]', '*a ', '`a', '&a', '<a', '\\a '])
    expect(hasEndlessParagraph(`Text\n\n${unit.repeat(21_000)}`), unit).toBe(true);
});

it('accepts as many markup characters spread over paragraphs, or few in one', () => {
  expect(hasEndlessParagraph('![a](b)\n\n'.repeat(15_000))).toBe(false);
  expect(hasEndlessParagraph('![a](b) '.repeat(6_000))).toBe(false);
  expect(hasEndlessParagraph('See [the guide](guide.md) for **more**.\n'.repeat(2_000))).toBe(
    false,
  );
});
