import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAuthorizer } from '../mcp/sign-in/authorizer.ts';
import { guardBounds } from '../mcp/sign-in/guarded-fetch.ts';
import { sessionCredentials } from '../storage/credentials/grants.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import { back, liar, listening, saying, type Answer } from './testing/liar.ts';

describe('before anything opens', () => {
  const asked = (at: string) => ({ authorization_servers: [at] });
  const opens = (at: string) => () => ({ authorization_endpoint: at });
  it.each([
    [
      'metadata of another issuer',
      { issuer: () => ({ issuer: 'https://other.example' }) },
      'wrong-issuer',
    ],
    [
      'a resource that it is not',
      { resource: () => ({ resource: 'https://bank.example' }) },
      'other-resource',
    ],
    ['a file as authorization server', { resource: () => asked('file:///etc/') }, 'blocked'],
    ['a private address', { resource: () => asked('https://10.0.0.7') }, 'blocked'],
    ['the address of a cloud', { resource: () => asked('https://169.254.169.254') }, 'blocked'],
    ['plain http elsewhere', { resource: () => asked('http://login.example') }, 'blocked'],
    ['a file to open', { issuer: opens('file:///etc/passwd') }, 'blocked'],
    ['plain http to open', { issuer: opens('http://login.example/a') }, 'blocked'],
    ['a private address to open', { issuer: opens('https://192.168.0.1/a') }, 'blocked'],
    ['user info to open', { issuer: opens('https://bank.example@evil.example/') }, 'blocked'],
    ['script to open', { issuer: opens('javascript:alert(1)') }, 'unusable'],
    ['no PKCE', { issuer: () => ({ code_challenge_methods_supported: ['plain'] }) }, 'unusable'],
    [
      'no word of PKCE',
      { issuer: () => ({ code_challenge_methods_supported: undefined }) },
      'unusable',
    ],
    [
      'no registration',
      { issuer: () => ({ registration_endpoint: undefined }) },
      'no-registration',
    ],
    [
      'a registration at a file',
      { issuer: () => ({ registration_endpoint: 'file:///x' }) },
      'blocked',
    ],
  ] as const)('stops at %s', async (_, lies, reason) => {
    const { begin, credentials, config } = await liar(lies);
    expect(await begin()).toMatchObject({ ok: false, error: { reason } });
    expect(await credentials.grants((config as { url: string }).url)).toMatchObject({ value: [] });
  });

  it("stops if registration is refused, and says that it's the operator's turn", async () => {
    const { begin } = await liar({ paths: { '/register': saying({ error: 'no' }, 403) } });
    expect(await begin()).toMatchObject({
      error: { reason: 'registration-refused', turn: 'operator' },
    });
  });

  it('gives up endless discovery and an endless answer', async () => {
    let step = 0;
    const on: Answer = (_, response) => {
      step += 1;
      response
        .writeHead(302, { location: `/.well-known/oauth-authorization-server?${step}` })
        .end();
    };
    const endless = await liar({ paths: { '/.well-known/oauth-authorization-server': on } });
    expect(await endless.begin()).toMatchObject({ ok: false });
    expect(endless.asked.length).toBeLessThanOrEqual(guardBounds.requests);
    const huge = await liar({
      paths: {
        '/.well-known/oauth-authorization-server': (_, response) =>
          void response.end(' '.repeat(2 * 1024 * 1024)),
      },
    });
    expect(await huge.begin()).toMatchObject({ error: { reason: 'too-much' } });
  });

  it('follows metadata to no other origin', async () => {
    const other = await liar({});
    const open = await liar({
      paths: {
        '/.well-known/oauth-protected-resource/mcp': (_, response) =>
          void response
            .writeHead(302, {
              location: `${other.origin}/.well-known/oauth-protected-resource/mcp`,
            })
            .end(),
      },
    });
    await open.begin();
    expect(other.asked).toEqual([]);
  });

  it('accepts no server metadata from another origin named in its refusal', async () => {
    const other = await liar({});
    const own = await liar({});
    const tokens = own.authorizer.tokensOf(own.config, [])?.();
    const challenge = `Bearer resource_metadata="${other.origin}/.well-known/oauth-protected-resource/mcp"`;
    const response = new Response(null, {
      status: 401,
      headers: { 'www-authenticate': challenge },
    });
    await expect(tokens?.onUnauthorized({ response })).rejects.toThrow('not signed in');
    expect(await own.authorizer.offer(own.config, new AbortController().signal)).toMatchObject({
      issuers: [own.origin],
    });
    expect(other.asked).toEqual([]);
  });
});

describe('when the browser comes back', () => {
  it.each([
    ['another issuer', { code: 'c', iss: 'https://evil.example' }],
    ['no issuer', { code: 'c' }],
  ])('uses no code from an answer with %s (mix-up)', async (_, given) => {
    const { begin, asked } = await liar({});
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.error.message);
    await back(begun.value, given);
    expect(await begun.value.finished).toMatchObject({ error: { reason: 'mix-up' } });
    expect(asked).not.toContain('POST /token');
  });

  it("redeems a code once, however often it's received", async () => {
    const { begin, asked, origin } = await liar({});
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.error.message);
    const first = await back(begun.value, { code: 'c', iss: origin });
    expect(first.status).toBe(200);
    await back(begun.value, { code: 'c', iss: origin }).catch(() => null);
    expect(await begun.value.finished).toMatchObject({
      ok: true,
      value: { tokens: { access_token: 'a-token' } },
    });
    expect(asked.filter((one) => one === 'POST /token')).toHaveLength(1);
  });

  it.each([
    ['a token of another kind', { access_token: 'a', token_type: 'mac' }, 200, 'unusable'],
    ['no token', { nothing: true }, 200, 'unusable'],
    ['a refusal', { error: 'invalid_grant' }, 400, 'refused'],
  ])('keeps nothing of %s', async (_, answer, status, reason) => {
    const made = await liar({ paths: { '/token': saying(answer, status) } });
    const begun = await made.begin();
    if (!begun.ok) throw new Error(begun.error.message);
    await back(begun.value, { code: 'c', iss: made.origin });
    expect(await begun.value.finished).toMatchObject({ ok: false, error: { reason } });
    expect(await made.credentials.grants(`${made.origin}/mcp`)).toMatchObject({ value: [] });
  });

  it('sends no code to a token endpoint that is a file, plain HTTP or local', async () => {
    for (const at of ['file:///t', 'http://login.example/t', 'https://10.0.0.7/t']) {
      const { begin, origin } = await liar({ issuer: () => ({ token_endpoint: at }) });
      const begun = await begin();
      if (!begun.ok) continue;
      await back(begun.value, { code: 'c', iss: origin });
      expect(await begun.value.finished).toMatchObject({ ok: false });
    }
  });
});

it('says if all its ports are taken', async () => {
  const taken = Number(new URL(await listening(createServer())).port);
  const authorizer = createAuthorizer({
    credentials: sessionCredentials(),
    now: Date.now,
    ports: [taken],
  });
  const config: ServerConfig = { type: 'http', url: 'https://mcp.example/mcp', headers: {} };
  const begun = await authorizer.begin(
    { config, listens: true, isWanted: async () => true },
    new AbortController().signal,
  );
  expect(begun).toMatchObject({ error: { reason: 'ports-busy', turn: 'person' } });
});

it('lets you choose another account after signing out, if the authorization server can ask', async () => {
  const prompts = { prompt_values_supported: ['none', 'select_account'] };
  const { authorizer, begin, config, origin } = await liar({ issuer: () => prompts });
  const prompt = async (): Promise<string | null> => {
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.error.message);
    begun.value.cancel();
    return new URL(begun.value.address).searchParams.get('prompt');
  };
  expect(await prompt()).toBeNull();
  const gone = { resource: `${origin}/mcp`, issuer: origin, client: {}, tokens: null };
  await authorizer.revoke(config, { ...gone, expiresAt: null });
  expect(await prompt()).toBe('select_account');
});

describe('a token used by two at once', () => {
  const grant = (origin: string) => ({
    resource: `${origin}/mcp`,
    issuer: origin,
    client: { client_id: 'us' },
    tokens: { access_token: 'old-token', refresh_token: 'once' },
    expiresAt: null,
  });
  const refused = { response: new Response(null, { status: 401 }) };

  it('is renewed by one, and the other uses the result', async () => {
    const { origin, authorizer, credentials, config, asked } = await liar({});
    await credentials.put(grant(origin));
    const make = authorizer.tokensOf(config, []);
    const both = [make?.(), make?.()];
    for (const one of both) expect(await one?.token()).toBe('old-token');
    await Promise.all(both.map((one) => one?.onUnauthorized(refused)));
    for (const one of both) expect(await one?.token()).toBe('a-token');
    expect(asked).toEqual(['POST /token']);
  });

  it("stays if the authorization server can't be asked, and is dropped if it refuses", async () => {
    const down = await liar({ paths: { '/token': (_, response) => void response.destroy() } });
    await down.credentials.put(grant(down.origin));
    const waiting = down.authorizer.tokensOf(down.config, [])?.();
    await waiting?.token();
    await expect(waiting?.onUnauthorized(refused)).rejects.toThrow('Couldn’t reach 127.0.0.1');
    expect(await waiting?.token()).toBe('old-token');

    const over = await liar({ paths: { '/token': saying({ error: 'invalid_grant' }, 400) } });
    await over.credentials.put(grant(over.origin));
    const ending = over.authorizer.tokensOf(over.config, [])?.();
    await ending?.token();
    await expect(ending?.onUnauthorized(refused)).rejects.toThrow('has ended');
    expect(await ending?.token()).toBeUndefined();
  });

  it("isn't used if the settings have an Authorization header", async () => {
    const { authorizer, config } = await liar({});
    const own = { ...config, headers: { authorization: 'Bearer mine' } } as ServerConfig;
    expect(authorizer.tokensOf(own, [])).toBeNull();
    expect(await authorizer.offer(own, new AbortController().signal)).toBeNull();
  });
});
