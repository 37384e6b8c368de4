import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAuthorizer } from '../mcp/sign-in/authorizer.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import { back, liar, saying, type Answer } from './testing/liar.ts';

type Made = Awaited<ReturnType<typeof liar>>;
const problem = async ({ begin }: Made): Promise<{ reason: string; message: string }> => {
  const begun = await begin();
  if (begun.ok) throw new Error(`it would open ${begun.value.address}`);
  return begun.error;
};

describe('a client secret from the settings', () => {
  const oauth = { clientId: 'ours', clientSecret: 'operators-secret' };
  const grant = (made: Made, issuer: string, clientId = 'ours') => ({
    ...{ resource: `${made.origin}/mcp`, issuer, client: { client_id: clientId } },
    ...{ tokens: { access_token: 'a-token' }, expiresAt: null },
  });

  it("is shown with the host that it's sent to", async () => {
    const made = await liar({ oauth, issuer: () => ({ token_endpoint: 'https://t.example/t' }) });
    const begun = await made.begin();
    expect(begun).toMatchObject({ value: { ask: { secretTo: 't.example' } } });
    const open = await (await liar({ oauth: { clientId: 'ours' } })).begin();
    expect(open).toMatchObject({ value: { ask: { client: 'configured', secretTo: null } } });
  });

  it('is sent only to the issuer in the settings, and no other server is asked', async () => {
    const other = await liar({ oauth: { ...oauth, issuer: 'https://bank.example' } });
    const { reason, message } = await problem(other);
    expect(reason).toBe('wrong-issuer');
    expect(message).toContain('https://bank.example');
    expect(message).toContain(other.origin);
    expect(other.asked).toEqual(['GET /.well-known/oauth-protected-resource/mcp']);
  });

  it('is for the issuer in the settings if the server names several', async () => {
    const bank = await liar({});
    const made = await liar({
      oauth: { ...oauth, issuer: `${bank.origin}/` },
      resource: (origin) => ({ authorization_servers: [origin, bank.origin] }),
    });
    expect(await made.begin()).toMatchObject({ value: { ask: { issuer: bank.origin } } });
  });

  it('is for the issuer in the settings if the server names none', async () => {
    const made = await liar({
      oauth: { ...oauth, issuer: 'https://bank.example' },
      resource: () => ({ authorization_servers: undefined }),
    });
    expect(await problem(made)).toMatchObject({ reason: 'wrong-issuer' });
  });

  it('stays with the first issuer it was used with, until the settings name another', async () => {
    const made = await liar({ oauth });
    await made.credentials.put(grant(made, 'https://bank.example'));
    const { reason, message } = await problem(made);
    expect(reason).toBe('wrong-issuer');
    expect(message).toContain(`add "issuer": "${made.origin}"`);
    expect(made.asked.filter((one) => one.startsWith('POST'))).toEqual([]);
    // As the message says.
    const config = { ...made.config, oauth: { ...oauth, issuer: made.origin } } as ServerConfig;
    const begun = await made.authorizer.begin(
      { config, listens: true, isWanted: async () => true },
      new AbortController().signal,
    );
    expect(begun).toMatchObject({ ok: true });
    if (begun.ok) begun.value.cancel();
    // The issuer it was used with can be used again; another client's issuer doesn't matter.
    await made.credentials.put(grant(made, made.origin));
    expect(await made.begin()).toMatchObject({ ok: true });
    const fresh = await liar({ oauth });
    await fresh.credentials.put(grant(fresh, 'https://bank.example', 'another'));
    expect(await fresh.begin()).toMatchObject({ ok: true });
  });
});

describe('a registration', () => {
  const all = { client_id: 'us', redirect_uris: ['http://127.0.0.1/x'] };
  it.each([
    ['an empty client id', { client_id: '' }],
    ['a client id with a line end', { client_id: 'x\ny' }],
    ['a client id without an end', { client_id: 'c'.repeat(1_025) }],
    ['a secret that no header carries', { client_secret: 'a\nb' }],
    ['an empty secret', { client_secret: '' }],
  ])("with %s isn't used", async (_, part) => {
    const made = await liar({ paths: { '/register': saying({ ...all, ...part }, 201) } });
    expect(await problem(made)).toMatchObject({ reason: 'registration-refused' });
  });
});

describe('the result of a new sign-in', () => {
  const held = (origin: string) => ({
    ...{ resource: `${origin}/mcp`, issuer: origin, expiresAt: null },
    client: { client_id: 'us' },
  });
  const tokensIn = async (made: Awaited<ReturnType<typeof liar>>) => {
    const kept = await made.credentials.grants(`${made.origin}/mcp`);
    return kept.ok ? kept.value.map(({ tokens }) => tokens?.access_token) : kept.error;
  };
  const answer = { code: 'c' };

  it("is kept after a running renewal of the earlier one, and isn't overwritten", async () => {
    const made = await liar({});
    const begun = await made.begin();
    if (!begun.ok) throw new Error(begun.error.message);
    let end = (): void => {};
    const renewal = made.credentials.exclusively(`${made.origin}/mcp`, async () => {
      await new Promise<void>((done) => (end = done));
      await made.credentials.put({ ...held(made.origin), tokens: { access_token: 'old-renewed' } });
    });
    await back(begun.value, { ...answer, iss: made.origin });
    await new Promise((done) => setTimeout(done, 100));
    expect(await tokensIn(made)).toEqual([]);
    end();
    await renewal;
    expect(await begun.value.finished).toMatchObject({ ok: true });
    expect(await tokensIn(made)).toEqual(['a-token']);
  });

  it('is revoked if its server was removed meanwhile, and nothing is kept', async () => {
    const made = await liar({
      issuer: (origin) => ({ revocation_endpoint: `${origin}/revoke` }),
      paths: { '/revoke': saying({}) },
    });
    const begun = await made.authorizer.begin(
      { config: made.config, listens: true, isWanted: async () => false },
      new AbortController().signal,
    );
    if (!begun.ok) throw new Error(begun.error.message);
    await back(begun.value, { ...answer, iss: made.origin });
    expect(await begun.value.finished).toMatchObject({
      ok: false,
      error: { reason: 'no-server', message: expect.stringContaining('removed meanwhile') },
    });
    expect(await tokensIn(made)).toEqual([]);
    expect(made.asked).toContain('POST /revoke');
  });
});

describe('a wider sign-in next to a valid one', () => {
  const tokens = { access_token: 'old-token', refresh_token: 'once' };
  const body = async (request: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    return text;
  };
  async function failing(answer: Answer, client: object = {}) {
    const made = await liar({ paths: { '/token': answer } });
    const first = await made.begin();
    if (!first.ok) throw new Error(first.error.message);
    const { redirect } = first.value.ask;
    first.value.cancel();
    await new Promise((done) => setTimeout(done, 50));
    const resource = `${made.origin}/mcp`;
    await made.credentials.put({
      ...{ resource, issuer: made.origin, tokens, expiresAt: null },
      client: { client_id: 'us', redirect_uris: [redirect], ...client },
    });
    const again = createAuthorizer({
      ...{ credentials: made.credentials, now: Date.now },
      ports: [Number(new URL(redirect).port)],
    });
    const begin = () =>
      again.begin(
        { config: made.config, listens: true, isWanted: async () => true },
        new AbortController().signal,
      );
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.error.message);
    expect(begun.value.ask.client).toBe('kept');
    await back(begun.value, { code: 'c', iss: made.origin });
    expect(await begun.value.finished).toMatchObject({ ok: false });
    const kept = await made.credentials.grants(resource);
    return { begin, kept: kept.ok ? kept.value : [], again, made };
  }

  it.each([
    ['breaks off', ((_, response) => void response.destroy()) as Answer],
    ['is refused for the code', saying({ error: 'invalid_grant' }, 400)],
    ['fails at the other side', saying({ error: 'server_error' }, 500)],
  ])('takes nothing away from it if it %s', async (_, answer) => {
    const { kept, begin } = await failing(answer);
    expect(kept).toMatchObject([{ tokens, client: { client_id: 'us' } }]);
    await new Promise((done) => setTimeout(done, 50));
    expect(await begin()).toMatchObject({ value: { ask: { client: 'kept' } } });
  });

  it.each(['invalid_client', 'unauthorized_client'])(
    'registers again after %s, and its tokens stay and are renewed as before',
    async (error) => {
      const heard: string[] = [];
      const answer: Answer = async (request, response) => {
        const text = await body(request);
        heard.push(text);
        const isCode = text.includes('authorization_code');
        const said = isCode ? { error } : { access_token: 'new-token', token_type: 'Bearer' };
        saying(said, isCode ? 401 : 200)(request, response);
      };
      const { kept, begin, again, made } = await failing(answer);
      expect(kept).toMatchObject([{ tokens }]);
      await new Promise((done) => setTimeout(done, 50));
      expect(await begin()).toMatchObject({ value: { ask: { client: 'registered' } } });
      const source = again.tokensOf(made.config, [])?.();
      expect(await source?.token()).toBe('old-token');
      await source?.onUnauthorized({ response: new Response(null, { status: 401 }) });
      expect(await source?.token()).toBe('new-token');
      expect(heard.at(-1)).toContain('client_id=us');
    },
  );
});
