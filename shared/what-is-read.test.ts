import { describe, expect, it } from 'vitest';
import { addressText, writtenOut } from './written-out.ts';
import { revealInvisible, revealText } from './invisible.ts';

const hostile = 'https://github.com\u2215acme\u2215tools.evil.example/r';
const shown = 'https://github.com\\u{2215}acme\\u{2215}tools.evil.example/r';

describe('an address with imitated slashes', () => {
  it('is written out wherever a text is shown', () => {
    expect(revealInvisible(`See ${hostile} first.`)).toBe(`See ${shown} first.`);
    expect(revealInvisible(`curl ${hostile}`, 'code')).toBe(`curl ${shown}`);
    expect(writtenOut(hostile)).toBe(shown);
    expect(addressText(hostile)).toContain(shown);
  });
});

describe('a place of a text', () => {
  it('is found again behind what was written out before it', () => {
    const text = `a\u200b ${hostile}\nb`;
    const { text: all, shownAt } = revealText(text);
    for (const sign of ['h', 'r', 'b'])
      expect(all.slice(shownAt(text.lastIndexOf(sign)))).toBe(
        revealText(text).text.slice(all.lastIndexOf(sign)),
      );
    expect(shownAt(0)).toBe(0);
    expect(shownAt(text.length)).toBe(all.length);
  });
});
