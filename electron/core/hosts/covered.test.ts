import { describe, expect, it } from 'vitest';
import { covered } from './covered.ts';

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
  ])('is masked where it is written %s', (_, text, secret) => {
    const shown = covered(text, [secret]);
    expect(shown).toContain('••••');
    expect(shown).not.toMatch(/abc|def|123|MIIE|ghij|secret/);
    expect(shown.slice(0, 1)).toBe(text.slice(0, 1));
  });

  it('is all that is masked', () => {
    const text = '{ "a": "b\\n", "TOKEN": "sk\\u002dabc/def=123" } // don\'t, \\u0041\n';
    expect(covered(text, [key])).toBe('{ "a": "b\\n", "TOKEN": "••••" } // don\'t, \\u0041\n');
    expect(covered(text, [])).toBe(text);
  });
});
