import { expect, it, describe } from 'vitest';
import { writtenOut, writtenPlaces, revealPair, addressText, hostBehind } from './written-out.ts';
import { revealInvisible, escapeOf } from './invisible.ts';

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

it('finds what was written out, and no escape of an ordinary character', () => {
  const shown = revealInvisible('github.com\u2215a \\u{1F600} x\u200b \\u{FFFFFF}');
  const cut = writtenPlaces(shown, 10).map(([from, to]) => shown.slice(from, to));
  expect(cut).toEqual(['\\u{2215}', '\\u{200B}']);
  expect(writtenPlaces(shown, 1)).toHaveLength(1);
});

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

describe('the host behind an address', () => {
  it.each([
    ['https://good.example\u2044.evil.example/', 'good.xn--example-7d7c.evil.example'],
    ['https://\u0430pple.com/', 'xn--pple-43d.com'],
    ['https://good.example\u3002evil.example/', 'good.example.evil.example'],
    ['https://\u24D4\u24E5\u24D8\u24DB.example', 'evil.example'],
    ['https://evil%2eexample/', 'evil.example'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f.1:8080/', '127.0.0.1'],
    ['https://b\u00FCcher.example/mcp', 'xn--bcher-kva.example'],
    ['https://••••@\u0430pple.com:444/', 'xn--pple-43d.com'],
  ])('is said where it is not the one that is written: %s', (address, host) => {
    expect(hostBehind(address)).toBe(host);
    expect(addressText(address).startsWith(`${host}, written https://`)).toBe(true);
  });

  it.each([
    'https://good.example/mcp',
    'HTTPS://Good.Example:443/',
    'http://localhost:3000',
    'http://127.0.0.1:80/',
    'http://[::1]:80/',
    'https://••••@good.example/?token=••••',
    'no address',
    'mailto:a@b.example',
  ])('is not said twice: %s', (address) => {
    expect(hostBehind(address)).toBeNull();
    expect(addressText(address)).toBe(address);
  });

  it('is not said twice where another address is in the query, whose letters are written out', () => {
    const address = 'https://good.example/?x=https://\u0430pple.com';
    expect(hostBehind(address)).toBeNull();
    expect(addressText(address)).toBe('https://good.example/?x=https://\\u{0430}pple.com');
  });
});
