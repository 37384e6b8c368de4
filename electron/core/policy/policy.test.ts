import { describe, expect, it } from 'vitest';
import { parsePolicy } from './policy.ts';

describe('a policy file', () => {
  const reasonOf = (text: string): string | null => {
    const parsed = parsePolicy(text);
    return parsed.ok ? null : parsed.error;
  };
  const file = (more: object): string => JSON.stringify({ format: 'skillgate/policy@1', ...more });

  it('may be empty but for its format, and begin with a byte order mark', () => {
    expect(reasonOf(`\uFEFF${file({})}`)).toBeNull();
  });

  it('may have no such mark anywhere else', () => {
    expect(reasonOf(`${file({})}\uFEFF`)).toBe('it is not JSON');
    expect(reasonOf(`\uFEFF\uFEFF${file({})}`)).toBe('it is not JSON');
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no format', '{}'],
    ['a newer format', JSON.stringify({ format: 'skillgate/policy@2' })],
    ['a key that this version does not know', file({ forbidEverything: true })],
    [
      'an unknown key in a rule',
      file({ rules: [{ name: 'x', effect: 'deny', uri: '**', unless: 'y' }] }),
    ],
    ['an unknown effect', file({ rules: [{ name: 'x', effect: 'maybe', uri: '**' }] })],
    ['a rule without a name', file({ rules: [{ name: ' ', effect: 'deny' }] })],
    ['an empty pattern', file({ rules: [{ name: 'x', effect: 'deny', uri: '' }] })],
    ['an allow rule that covers everything', file({ rules: [{ name: 'x', effect: 'allow' }] })],
    ['a switch that is no boolean', file({ refuseDynamic: 'yes' })],
    ['a length that is none', file({ longestExpiryDays: 0 })],
    [
      'a fingerprint that is none',
      file({ rules: [{ name: 'x', effect: 'deny', server: { fingerprint: 'abc' } }] }),
    ],
  ])('is refused as a whole for %s', (_what, text) => {
    expect(reasonOf(text)).not.toBeNull();
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', /^the file: ./],
    [
      file({
        rules: [
          { name: 'x', effect: 'deny' },
          { name: 'y', effect: 'maybe' },
        ],
      }),
      /^rules\.1\.effect: ./,
    ],
    [
      file({
        rules: [
          { name: 'x', effect: 'deny' },
          { name: 'x', effect: 'allow' },
        ],
      }),
      'rules.1: an allow rule for every skill of every server has no effect',
    ],
    [file({ rules: [{ name: 'x', effect: 'deny', uri: '' }] }), 'rules.0: a pattern is empty'],
    [
      file({ rules: [{ name: 'x', effect: 'deny', server: { url: '' } }] }),
      'rules.0: a pattern is empty',
    ],
    [
      file({ rules: [{ name: 'x', effect: 'deny', server: { command: 'x'.repeat(513) } }] }),
      'rules.0: a pattern is longer than 512 characters',
    ],
    [
      file({ rules: [{ name: 'x', effect: 'deny', server: { command: 'x', args: ['a', ''] } }] }),
      'rules.0: a pattern is empty',
    ],
  ])('says where it is wrong, and how: %#', (text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
  });

  it('names the key that it does not know', () => {
    expect(reasonOf(file({ forbidEverything: true }))).toContain('forbidEverything');
  });

  it('is read as it is written', () => {
    const parsed = parsePolicy(file({ longestExpiryDays: 0.5, requireShown: true }));
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        rules: [],
        requireFullCoverage: false,
        requireShown: true,
        refuseDynamic: false,
        forbidToolGrants: false,
        hideSkillTools: false,
        longestExpiryMs: 43_200_000,
      },
    });
    expect(parsePolicy(file({}))).toMatchObject({ value: { longestExpiryMs: null } });
  });
});
