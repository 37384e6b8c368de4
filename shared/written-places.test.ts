import { expect, it } from 'vitest';
import { revealInvisible } from './invisible.ts';
import { writtenPlaces } from './written-out.ts';

it('finds what was written out, and no escape of an ordinary character', () => {
  const shown = revealInvisible('github.com\u2215a \\u{1F600} x\u200b \\u{FFFFFF}');
  const cut = writtenPlaces(shown, 10).map(([from, to]) => shown.slice(from, to));
  expect(cut).toEqual(['\\u{2215}', '\\u{200B}']);
  expect(writtenPlaces(shown, 1)).toHaveLength(1);
});
