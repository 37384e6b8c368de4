import { expect, it } from 'vitest';
import { parseServerEntry } from './server-entry.ts';
import { entryOf, readServers } from './servers-document.ts';
import { secretsOf } from './mask.ts';

const url = 'https://mcp.acme.example/mcp';
const oauth = {
  clientId: 'skillgate',
  clientSecret: 'operators-secret',
  issuer: 'https://login.example/t1',
  scopes: ['skills:read'],
};

it('reads what an operator gave for signing in, and keeps it through an edit', () => {
  const read = parseServerEntry({ type: 'http', url, oauth: { ...oauth, callbackPort: 4000 } });
  expect(read).toEqual({ ok: true, value: { type: 'http', url, headers: {}, oauth } });
  if (!read.ok) return;
  const entry = entryOf(read.value, { url, oauth: { ...oauth, callbackPort: 4000 }, note: 'x' });
  expect(entry).toEqual({ type: 'http', url, oauth: { ...oauth, callbackPort: 4000 }, note: 'x' });
  expect(secretsOf(read.value)).toContain('operators-secret');
});

it('leaves nothing of it where the server has none any more', () => {
  const config = { type: 'http', url, headers: {} } as const;
  expect(entryOf(config, { url, oauth })).toEqual({ type: 'http', url });
});

it('takes scopes as one text, and the word of a program that needs none', () => {
  const scopes = parseServerEntry({ url, oauth: { clientId: 'a', scopes: 'one two' } });
  expect(scopes).toMatchObject({ value: { oauth: { scopes: ['one', 'two'] } } });
  expect(parseServerEntry({ url, oauth: false })).toMatchObject({ ok: true });
});

it.each([
  [{ oauth: [] }, 'oauth is not an object'],
  [{ oauth: { clientId: 7 } }, 'oauth.clientId is not text'],
  [{ oauth: { clientSecret: 's' } }, 'oauth has a clientSecret but no clientId'],
  [{ oauth: { clientId: 'a\nb' } }, 'oauth.clientId is not 1 to 1024 characters of ASCII'],
  [{ oauth: { clientId: 'a', issuer: 'bank.example' } }, 'oauth.issuer is not an address'],
  [{ oauth: { clientId: 'a', issuer: 'file:///etc' } }, 'oauth.issuer is not an address'],
  [{ oauth: { scopes: ['a b'] } }, 'oauth.scopes is not a list of scopes'],
  [{ oauth: { scopes: ['a"'] } }, 'oauth.scopes is not a list of scopes'],
])('says what is wrong with %j', (more, error) => {
  const text = JSON.stringify({ mcpServers: { a: { url, ...more } } });
  expect(readServers(text, 'stored')).toMatchObject({ value: [{ config: { ok: false, error } }] });
});
