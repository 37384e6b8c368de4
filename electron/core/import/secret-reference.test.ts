import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { clearIn, withReferences, secretPlaces } from './secret-list.ts';
import {
  parseWithSecrets,
  referenceIn,
  referenceTo,
  referencesIn,
  type StoredSecret,
} from './secret-reference.ts';
import { parseServerEntry } from './server-entry.ts';
import { readServers } from './servers-document.ts';

const ids = (): (() => string) => {
  let next = 0;
  return () => (next++).toString(16).padStart(32, '0');
};
const id = '0'.repeat(32);
const document = (servers: object): string => JSON.stringify({ mcpServers: servers }, null, 2);
const places = (servers: object): string[] =>
  clearIn(document(servers)).map(({ label, kind, name }) => `${label} ${kind}.${name}`);

describe('a secret in the clear', () => {
  it('is a header that is a credential by its name or its look', () => {
    const headers = {
      Authorization: 'x',
      'X-Api-Key': 'y',
      'X-Other': 'Bearer abc',
      'X-Third': 'ghp_0123456789abcdefghij',
      Accept: 'application/json',
      'X-Empty-Token': '',
    };
    expect(places({ a: { url: 'https://a.example', headers } })).toEqual([
      'a headers.Authorization',
      'a headers.X-Api-Key',
      'a headers.X-Other',
      'a headers.X-Third',
    ]);
  });

  it('is a variable that is a credential by its name or its look, however it is used', () => {
    const env = {
      GITHUB_TOKEN: '/is/a path',
      DATABASE_URL: 'postgres://me:secret@db.example/x',
      OTHER: 'ghp_0123456789abcdefghij',
      HOME: '/home/ada',
      LEVEL: 'info',
      PORT: 8080,
    };
    expect(places({ a: { command: 'sh', args: ['-c', '$GITHUB_TOKEN'], env } })).toEqual([
      'a env.GITHUB_TOKEN',
      'a env.DATABASE_URL',
      'a env.OTHER',
    ]);
  });

  it('is a header of any other name, as services name theirs as they like', () => {
    const headers = {
      'X-K': 'SECRETxk123456',
      'X-MCP-Toolsets': 'repos,issues',
      'X-MCP-Readonly': 'true',
      'X-Auth-Version': 'a',
      'Accept-Language': 'en',
      'User-Agent': 'me',
      'MCP-Protocol-Version': '2025-11-25',
    };
    expect(places({ a: { url: 'https://a.example', headers } })).toEqual([
      'a headers.X-K',
      'a headers.X-Auth-Version',
    ]);
  });

  it('is a variable in which one stands, whatever it is called', () => {
    const env = {
      CFG: '{"user":"ada","password":"s3"}',
      DSN: 'host=db;user=ada;password=s3',
      DATA: 'hexx:4f9c2b7e8d1a4f9c2b7e8d1a4f9c2b7e',
      PHRASE: 'correct-horse-battery-staple',
      WALLET_MNEMONIC: 'abandon ability able',
      HOOK: 'https://hooks.example/services/T02ABC1DE/B03XYZ9FG/x7Yz81aBcD92eFgH',
      NODE_ENV: 'production',
      DEBUG: 'app:*',
      ALLOWED: '/home/ada/notes,/tmp/4f9c2b7e8d1a4f9c2b7e8d1a4f9c2b7e',
      FEATURES: 'search,write-files',
      BASE: 'https://api.example/v1/items',
      OPTIONS: '{"level":"info","retries":3}',
    };
    expect(places({ a: { command: 'x', env } })).toEqual([
      'a env.CFG',
      'a env.DSN',
      'a env.DATA',
      'a env.PHRASE',
      'a env.WALLET_MNEMONIC',
      'a env.HOOK',
    ]);
  });

  it.each([
    'https://mcp.example/api/mcp/s/Njk4ZTQ2YzItZDM4Yy00YTQyLWE2MzktNzg4ZjQ1/mcp',
    'https://mcp.example/x/mcp/3f2b8c1e-9a4d-4e7f-8b6a-1c2d3e4f5a6b',
    'https://mcp.example/s/abcdefghijklmnopqrstuvwxyzabcdef/mcp',
  ])('is what looks like a token in the path of an address: %s', (url) => {
    const asks = (entry: object): unknown => secretPlaces(document({ a: entry }));
    expect(asks({ url })).toEqual([{ label: 'a', field: 'url' }]);
    expect(asks({ command: 'npx', args: ['-y', 'mcp-remote', url] })).toEqual([
      { label: 'a', field: 'args' },
    ]);
    expect(asks({ url: 'https://mcp.example/v1/workspaces/my-team-of-2026/mcp' })).toEqual([]);
  });

  it.each([
    ['env', { command: 'x', envs: { A_TOKEN: 'v' } }],
    ['env', { command: 'x', environment: { A_TOKEN: 'v' } }],
    ['headers', { url: 'https://a.example', http_headers: { A_TOKEN: 'v' } }],
  ])('stands wherever programs keep it: %s', (kind, entry) => {
    expect(places({ a: entry })).toEqual([`a ${kind}.A_TOKEN`]);
  });

  it('is the secret that an authorization server gave', () => {
    const oauth = { clientId: 'me', clientSecret: 'v', scopes: ['a'] };
    expect(places({ a: { url: 'https://a.example', oauth } })).toEqual(['a oauth.clientSecret']);
  });
});

describe('references in place of secrets', () => {
  const text = `{
  // mine
  "mcpServers": {
    "a": {"url": "https://a.example/mcp", "headers": {"Authorization": "Bearer abc", "Accept": "x"}, "timeout": 5},
    "b": {"command": "npx", "args": ["acme"], "env": {"B_TOKEN": "def"}},
  }
}
`;
  const made = withReferences(text, {}, ids());

  it('leave the rest of the text as it was, and have no secret in it', () => {
    expect(made?.text).toBe(
      text
        .replace('Bearer abc', referenceTo(id))
        .replace('def', referenceTo(`${id.slice(0, -1)}1`)),
    );
    expect([...referencesIn(made?.text ?? '')]).toHaveLength(2);
    expect(Object.values(made?.added ?? {}).map(({ value }) => value)).toEqual([
      'Bearer abc',
      'def',
    ]);
  });

  it('are read as what they stand for', () => {
    expect(readServers(made?.text ?? '', 'stored', ok(made?.added ?? {}))).toEqual(
      readServers(text, 'stored'),
    );
  });

  it('are found again where the same secret is written for the same use', () => {
    const again = withReferences(text, made?.added ?? {}, () => {
      throw new Error('nothing is new');
    });
    expect(again).toEqual({ text: made?.text, added: {} });
  });

  it.each(['servers', 'mcp'])('stand where the file has its servers: %s', (key) => {
    const map = { a: { url: 'https://a.example', headers: { Authorization: 'secret' } } };
    const other = JSON.stringify(key === 'mcp' ? { mcp: { servers: map } } : { servers: map });
    expect(withReferences(other, {}, ids())?.text).toBe(other.replace('secret', referenceTo(id)));
  });

  it('stand for the value that counts where a key stands twice, and the other is listed', () => {
    const twice =
      '{"mcpServers":{"a":{"url":"https://a.example","headers":{"A_TOKEN":"one","A_TOKEN":"two"}}}}';
    const made = withReferences(twice, {}, ids());
    expect(made?.text).toBe(twice.replace('two', referenceTo(id)));
    expect(Object.values(made?.added ?? {}).map(({ value }) => value)).toEqual(['two']);
    expect(secretPlaces(made?.text ?? '')).toEqual([{ label: 'a', field: 'headers.A_TOKEN' }]);
  });

  it('stand for a number, which is a text that lacks its quotes', () => {
    const text = document({ a: { command: 'x', env: { API_TOKEN: 12345678, PORT: 8080 } } });
    const made = withReferences(text, {}, ids());
    expect(made?.text).toBe(text.replace('12345678', JSON.stringify(referenceTo(id))));
    expect(readServers(made?.text ?? '', 'stored', ok(made?.added ?? {}))).toEqual(
      readServers(text, 'stored'),
    );
  });
});

describe('a reference', () => {
  const entry = (url = 'https://a.example/mcp', name = 'Authorization') => ({
    url,
    headers: { [name]: referenceTo(id) },
  });
  const kept: StoredSecret = {
    value: 'Bearer abc',
    use: JSON.stringify(['headers', 'Authorization', 'https://a.example']),
  };
  const secrets = ok({ [id]: kept });

  it('is given for the use that it was kept for, at any path of its host', () => {
    expect(parseWithSecrets(entry(), secrets)).toMatchObject({
      value: { headers: { Authorization: 'Bearer abc' } },
    });
    expect(parseWithSecrets(entry('https://a.example/v2'), secrets).ok).toBe(true);
  });

  it.each([
    ['another host', entry('https://evil.example/mcp')],
    ['the same host without encryption', entry('http://a.example/mcp')],
    ['another header', entry(undefined, 'X-Token')],
    ['a command', { command: 'sh', env: { Authorization: referenceTo(id) } }],
  ])('is given to nobody else: %s', (_, other) => {
    const parsed = parseWithSecrets(other, secrets);
    expect(parsed.ok ? '' : parsed.error).toMatch(
      /was stored for a different .*; enter its value again/,
    );
    expect(JSON.stringify(parsed)).not.toContain('abc');
  });

  it('to what a program starts is not given to another program, or another package of a runner', () => {
    const server = { command: 'npx', args: ['acme', '--x'], env: { A_TOKEN: 'v' } };
    const made = withReferences(document({ a: server }), {}, ids());
    const known = ok(made?.added ?? {});
    const referring = { ...server, env: { A_TOKEN: referenceTo(id) } };
    expect(parseWithSecrets(referring, known).ok).toBe(true);
    expect(parseWithSecrets({ ...referring, command: 'evil' }, known).ok).toBe(false);
    expect(parseWithSecrets({ ...referring, args: ['evil', '--x'] }, known).ok).toBe(false);
  });

  it.each([
    ['another host that the address names', 'https://a.example/mcp?target=https://evil.example'],
    ['another host that the address names by its look', 'https://a.example/mcp?x=evil.example'],
  ])('is given to nobody else: %s', (_, url) => {
    expect(parseWithSecrets(entry(url), secrets).ok).toBe(false);
    expect(parseWithSecrets(entry('https://a.example/mcp?page=2'), secrets).ok).toBe(true);
  });

  it.each([
    ['code that is loaded', { NODE_OPTIONS: '--require /tmp/evil.js' }],
    ['another host', { TOOL_API_URL: 'https://evil.example' }],
    ['another host by another name', { TOOL_REGION: 'evil.example' }],
    ['no check of the host', { TOOL_VERIFY_TLS: 'false' }],
  ])('to what a program starts is not given beside variables that redirect it: %s', (_, more) => {
    const server = { command: 'npx', args: ['acme'], env: { A_TOKEN: 'v', LEVEL: 'info' } };
    const keptOf = (env: object) => {
      const made = withReferences(document({ a: { ...server, env } }), {}, ids());
      return ok(made?.added ?? {});
    };
    const referring = (env: object) => ({ ...server, env: { ...env, A_TOKEN: referenceTo(id) } });
    const known = keptOf(server.env);
    expect(parseWithSecrets(referring({ LEVEL: 'debug', PORT: '80' }), known).ok).toBe(true);
    const parsed = parseWithSecrets(referring(more), known);
    expect(parsed.ok ? '' : parsed.error).toMatch(/a different command or different variables/);
    // True if they were there when the secret was stored.
    const beside = keptOf({ ...more, A_TOKEN: 'v' });
    expect(parseWithSecrets(referring(more), beside).ok).toBe(true);
  });

  it('to the secret of a client is given for that client alone, whatever it asks for', () => {
    const oauth = { clientId: 'me', clientSecret: 'v', clientMetadataUrl: 'https://me.example/c' };
    const server = { url: 'https://a.example', oauth };
    const known = ok(withReferences(document({ a: server }), {}, ids())?.added ?? {});
    const referring = (more: object) =>
      parseWithSecrets(
        { ...server, oauth: { ...oauth, clientSecret: referenceTo(id), ...more } },
        known,
      ).ok;
    expect([referring({}), referring({ scopes: ['a'] })]).toEqual([true, true]);
    expect(referring({ clientId: 'evil' })).toBe(false);
    expect(referring({ clientMetadataUrl: 'https://evil.example/c' })).toBe(false);
    expect(referring({ issuer: 'https://evil.example' })).toBe(false);
  });

  it('to what is not kept says so, and names the field', () => {
    expect(parseWithSecrets(entry(), ok({}))).toEqual({
      ok: false,
      error: 'the secret of headers.Authorization isn’t stored here; enter its value again',
    });
  });

  it('says why it cannot be read', () => {
    expect(parseWithSecrets(entry(), { ok: false, error: 'It is locked.' })).toEqual({
      ok: false,
      error: 'its secrets can’t be read. It is locked.',
    });
  });

  it('is a placeholder like any other in what somebody else wrote', () => {
    expect(parseServerEntry(entry())).toMatchObject({ ok: false });
    expect(readServers(document({ a: entry() }), 'session')).toMatchObject({
      value: [{ config: { ok: false } }],
    });
  });

  it.each(['', '${skillgate:x}', `a${referenceTo(id)}`, '${skillgate:__proto__}', referenceTo('')])(
    'is the whole text or none: %s',
    (text) => expect(referenceIn(text)).toBeNull(),
  );
});
