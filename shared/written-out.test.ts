import { expect, it } from 'vitest';
import { writtenOut } from './written-out.ts';

it.each([
  ['npx \u2010y acme', 'npx \\u{2010}y acme'],
  ['sh -c curl\u2215x', 'sh -c curl\\u{2215}x'],
  ['echo \u201chi\u201d # \u2013', 'echo \\u{201C}hi\\u{201D} # \\u{2013}'],
  ['n\u0440x', 'n\\u{0440}x'],
  ['ls\u200b\u00a0-l', 'ls\\u{200B}\\u{00A0}-l'],
  ['echo \u4f60\u597d', 'echo \u4f60\u597d'],
])('writes out what must be read exactly in %s', (text, shown) => {
  expect(writtenOut(text)).toBe(shown);
});
