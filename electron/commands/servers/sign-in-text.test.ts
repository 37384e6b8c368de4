import { describe, expect, it } from 'vitest';
import type { SignInAccount, SignInAsk } from '../../../shared/model/sign-in.ts';
import { accountLines, askLines } from './login.ts';

const ask: SignInAsk = {
  host: 'auth.example',
  issuer: 'https://auth.example',
  ...{ answersTo: null, secretTo: null, isWider: false },
  scopes: ['read', 'write'],
  resource: 'https://h.example/mcp',
  client: 'registered',
  redirect: 'http://127.0.0.1:1/signed-in',
};

describe('the text before a browser opens', () => {
  it('says where, by whom and what for, with no warning in the usual case', () => {
    const lines = askLines('notes', ask);
    expect(lines[0]).toBe('To sign in to notes, you go to auth.example.');
    expect(lines).toContain('  named by the server   https://auth.example');
    expect(lines).toContain('  scopes                read write');
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([]);
  });

  it('warns of another host and a wider token, and says who gets a secret', () => {
    const lines = askLines('notes', {
      ...ask,
      ...{ answersTo: 'tokens.example', secretTo: 'tokens.example', isWider: true },
      ...{ client: 'configured', resource: 'https://h.example/' },
    });
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([
      expect.stringContaining('goes to tokens.example, a different host than the page you see'),
      '! more than this server: everything at https://h.example/',
    ]);
    expect(lines.at(-1)).toBe('  its secret is sent to tokens.example');
  });

  it('lists every scope, however many there are', () => {
    const scopes = Array.from({ length: 100 }, (_, at) => `${at}:${'x'.repeat(190)}`);
    const lines = askLines('notes', { ...ask, scopes });
    for (const scope of scopes) expect(lines.some((line) => line.endsWith(scope))).toBe(true);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
  });
});

it("says how many of an account's scopes can't be shown", () => {
  const account: SignInAccount = {
    issuer: 'https://auth.example',
    ...{ scopes: ['read'], unshown: 2, expiresAt: null, renewable: false, protection: 'file' },
  };
  expect(accountLines(account)).toContain("          and 2 more that can't be shown");
  expect(accountLines({ ...account, unshown: 0 }).join('\n')).not.toContain('more');
});
