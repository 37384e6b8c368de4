import { describe, expect, it } from 'vitest';
import { covered } from './host-coverage.ts';

const key = 'sk-abc/def=123';
const pem = '-----BEGIN KEY-----\nMIIEabcdef\nghijkl\n-----END KEY-----\n';
const quote = "it's a secret";

describe('a secret in a file of a host', () => {
  it.each([
    ['as it is', '"TOKEN": "sk-abc/def=123"', key],
    ['with escapes of another program', '"TOKEN": "sk\\u002Dabc\\/def\\u003d123"', key],
    ['with escapes of YAML', 'TOKEN: "sk\\x2dabc/def\\U0000003d123"', key],
    [
      'over many lines of JSON',
      '"PEM": "-----BEGIN KEY-----\\r\\nMIIEabcdef\\nghijkl\\n-----END KEY-----\\n"',
      pem,
    ],
    [
      'in a block of YAML',
      'PEM: |\n  -----BEGIN KEY-----\n  MIIEabcdef\n  ghijkl\n  -----END KEY-----\n',
      pem,
    ],
    ['folded', 'PEM: -----BEGIN\n  KEY----- MIIEabcdef\n  ghijkl -----END KEY-----', pem],
    [
      'over many lines of TOML',
      'PEM = """\\\n  -----BEGIN KEY-----\nMIIEabcdef\nghij\\\n   kl\n-----END KEY-----\n"""',
      pem,
    ],
    ['with its quote doubled', "Q: 'it''s a secret'", quote],
    ['after a quote that nothing ends', "# don't\nTOKEN: 'sk-abc/def=123'", key],
  ])('is masked when written %s', (_, text, secret) => {
    const shown = covered(text, [secret]);
    expect(shown).toContain('••••');
    expect(shown).not.toMatch(/abc|def|123|MIIE|ghij|secret/);
    expect(shown.slice(0, 1)).toBe(text.slice(0, 1));
  });

  it('is the only thing masked', () => {
    const text = '{ "a": "b\\n", "TOKEN": "sk\\u002dabc/def=123" } // don\'t, \\u0041\n';
    expect(covered(text, [key])).toBe('{ "a": "b\\n", "TOKEN": "••••" } // don\'t, \\u0041\n');
    expect(covered(text, [])).toBe(text);
  });

  it('is masked with every other, in whatever order they are known and stand', () => {
    const [one, two] = ['first\\u002Dsecret', 'second\\u002Dsecret'];
    for (const secrets of [
      ['first-secret', 'second-secret'],
      ['second-secret', 'first-secret'],
    ]) {
      expect(covered(`a ${one} b ${two} c ${one}`, secrets)).toBe('a •••• b •••• c ••••');
      expect(covered(`${one}${two}`, secrets)).toBe('••••••••');
    }
    expect(covered('x "db:\\/\\/ada:pass-word@h" y', ['pass-word', 'db://ada:pass-word@h'])).toBe(
      'x "••••" y',
    );
    // One that lies in another, or reaches beyond it, leaves nothing of either.
    expect(covered('x abc\\u002Ddef-ghi y', ['abc-def', 'def-ghi'])).toBe('x •••• y');
    expect(covered('x abc\\u002Ddef-ghi y', ['abc-def-ghi', 'c-def-'])).toBe('x •••• y');
  });

  it('of fewer letters than six is an ordinary word', () => {
    expect(covered('a\\u002Dbcd', ['a-bcd'])).toBe('a\\u002Dbcd');
    expect(covered('a\\u002Dbcde', ['a-bcde'])).toBe('••••');
    expect(covered('a\\u002Dbcd', ['a - b c d'])).toBe('a\\u002Dbcd');
  });

  it('may have the last character that there is, and an escape beyond it stands for nothing', () => {
    expect(covered('secret\\U0010FFFF', ['secret\u{10FFFF}'])).toBe('••••');
    expect(covered('sec\\U00110000ret', ['secret'])).toBe('••••');
    expect(covered('sec\\nret sec\\tret', ['secret'])).toBe('•••• ••••');
  });
});
