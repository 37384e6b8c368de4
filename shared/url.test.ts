import { describe, expect, it } from 'vitest';
import { parseUrl } from './url.ts';

describe('parsing an address', () => {
  it('gives what it names, relative to the base when there is one', () => {
    expect(parseUrl('https://acme.example/a?b#c')?.pathname).toBe('/a');
    expect(parseUrl('../b', 'https://acme.example/a/c')?.href).toBe('https://acme.example/b');
    expect(parseUrl('skill://acme/SKILL.md')?.protocol).toBe('skill:');
  });

  it.each(['', 'b', '../b', 'https://', 'https://a b/', 'http://[::1'])(
    'gives null for %j, which names none',
    (text) => expect(parseUrl(text)).toBeNull(),
  );

  it('does not change its mind about non-ASCII letters when it is called often', () => {
    const answers = new Set<boolean>();
    for (let call = 0; call < 50_000; call += 1)
      answers.add(parseUrl(`https://acme.example/über/${call % 7}`) === null);
    expect([...answers]).toEqual([false]);
  });
});
