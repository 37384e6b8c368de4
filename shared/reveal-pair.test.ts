import { describe, expect, it } from 'vitest';
import { escapeOf, revealInvisible } from './invisible.ts';
import { revealPair } from './written-out.ts';

const override = '\u{202e}';
const letters = String.raw`\u{202E}`;
const shown = (before: string, after: string) => revealPair(before, after, revealInvisible);

describe('two texts side by side', () => {
  it('show a character that was swapped for the letters of its escape', () => {
    const { before, after } = shown(`run ${override}x`, `run ${letters}x`);
    expect(before).toBe(String.raw`run \u{202E}x`);
    expect(after).toBe(String.raw`run \u{005C}u{202E}x`);
    expect(shown(`run ${letters}x`, `run ${override}x`)).toMatchObject({
      before: after,
      after: before,
    });
  });

  it('are as each is alone where nothing can be mistaken', () => {
    const text = `a${override} and ${String.raw`\u{200B}`}`;
    const { before, after, offset } = shown(text, letters);
    expect(before).not.toBe(revealInvisible(text));
    expect(after).toBe(String.raw`\u{005C}u{202E}`);
    expect(offset(after.length)).toBe(letters.length);
    const alone = shown(letters, 'plain');
    expect(alone).toMatchObject({ before: letters, after: 'plain' });
    expect(alone.offset(5)).toBe(5);
  });

  const texts = [
    override,
    letters,
    String.raw`\u{005C}u{202E}`,
    String.raw`\u{005C}`,
    `\\${override}`,
    `\\${letters}`,
    `${override}${letters}`,
    `${letters}${override}`,
    `${letters}\u{202d}`,
    String.raw`\u{202E}\u{202D}`,
    '\\',
  ];
  it.each(texts.flatMap((a) => texts.map((b) => [a, b] as const)))(
    'are shown alike only where they are: %j and %j',
    (a, b) => {
      const { before, after } = shown(a, b);
      expect(before === after).toBe(a === b);
    },
  );

  it('give every place of the second as one of what it is shown as alone', () => {
    const text = `ab${letters}cd${override}${letters}e`;
    const { after, offset } = shown(override, text);
    const alone = revealInvisible(text);
    expect(offset(0)).toBe(0);
    expect(offset(after.indexOf('cd'))).toBe(alone.indexOf('cd'));
    expect(offset(after.length)).toBe(alone.length);
    let last = 0;
    for (let at = 0; at <= after.length; at += 1) {
      expect(offset(at)).toBeGreaterThanOrEqual(last);
      last = offset(at);
    }
    // Nothing after an escape counts as seen before the escape itself.
    expect(offset(after.indexOf('cd') - 1)).toBeLessThan(alone.indexOf('cd'));
  });

  it('take linear time over many escapes', () => {
    const many = letters.repeat(20_000);
    const { after, offset } = shown(override, many);
    expect(after).toHaveLength(many.length + 7 * 20_000);
    expect(offset(after.length)).toBe(many.length);
    const each = Array.from({ length: 60_000 }, (_, at) => escapeOf(0x10000 + at)).join('');
    expect(shown(each, each).before).toBe(shown(each, each).after);
  });
});
