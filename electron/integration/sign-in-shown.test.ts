import { describe, expect, it } from 'vitest';
import type { SignInAsk } from '../../shared/model/sign-in.ts';
import { liar } from './testing/liar.ts';

type Made = Awaited<ReturnType<typeof liar>>;

/** What the person sees, and what would open. The sign-in itself is canceled. */
async function shown({ begin }: Made): Promise<{ ask: SignInAsk; address: URL }> {
  const begun = await begin();
  if (!begun.ok) throw new Error(`${begun.error.reason}: ${begun.error.message}`);
  begun.value.cancel();
  return { ask: begun.value.ask, address: new URL(begun.value.address) };
}
const refused = async ({ begin }: Made): Promise<{ reason: string; message: string }> => {
  const begun = await begin();
  if (begun.ok) throw new Error(`it would open ${begun.value.address}`);
  return begun.error;
};
const silent = { authorization_response_iss_parameter_supported: false };

describe('the recipient of a code', () => {
  it("is shown if it's another host than the one that gives the code", async () => {
    const made = await liar({
      issuer: () => ({ ...silent, token_endpoint: 'https://tokens.example:8443/t' }),
    });
    const { ask } = await shown(made);
    expect(ask).toMatchObject({ answersTo: 'tokens.example:8443', issuer: made.origin });
    expect((await shown(await liar({}))).ask.answersTo).toBeNull();
  });

  it('is refused if another page opens and no answer says who gives the code', async () => {
    const made = await liar({
      issuer: () => ({ ...silent, authorization_endpoint: 'https://bank.example/authorize' }),
    });
    const { reason, message } = await refused(made);
    expect(reason).toBe('mix-up');
    expect(message).toContain('bank.example');
    expect(message).toContain(new URL(made.origin).host);
    expect(made.asked).not.toContain('POST /register');
  });

  it('is shown if another page opens and every answer says who gives the code', async () => {
    const made = await liar({
      issuer: () => ({ authorization_endpoint: 'https://bank.example/authorize' }),
    });
    const { ask } = await shown(made);
    expect(ask.host).toBe('bank.example');
    expect(ask.answersTo).toBe(new URL(made.origin).host);
  });

  it.each([
    'https://tokens.example/t?x=1',
    'https://user@tokens.example/t',
    'http://tokens.example/t',
  ])('is judged before anything opens: %s', async (at) => {
    const made = await liar({ issuer: () => ({ token_endpoint: at }) });
    if (at.includes('?')) await shown(made);
    else expect(await refused(made)).toMatchObject({ reason: 'blocked' });
  });
});

describe('the requested scopes', () => {
  const many = Array.from({ length: 99 }, (_, at) => `notes:read:${at}`);
  it('are all shown', async () => {
    const { ask, address } = await shown(
      await liar({ resource: () => ({ scopes_supported: [...many, 'last', 'last'] }) }),
    );
    expect(ask.scopes).toEqual([...many, 'last']);
    expect(address.searchParams.getAll('scope')).toEqual([ask.scopes.join(' ')]);
  });

  it.each([
    ['more than can be looked through', [...many, 'one', 'admin:everything']],
    ['one that is too long to be read', ['x'.repeat(201)]],
    ['one with a quote', ['a"b']],
    ['one with a direction mark', ['a\u202eb']],
    ['one behind another kind of space', ['read\u00a0admin']],
  ])('leave out %s, and the offer counts it', async (_, scopes) => {
    const made = await liar({ resource: () => ({ scopes_supported: scopes }) });
    expect(await refused(made)).toMatchObject({ reason: 'unusable' });
    expect(made.asked).not.toContain('POST /register');
    const offer = await made.authorizer.offer(made.config, new AbortController().signal);
    expect(offer).toMatchObject({ unshown: 1 });
  });
});

describe('an address to open', () => {
  it.each([
    'scope=admin',
    'SCOPE=admin',
    'request_uri=urn:evil',
    'request=eyJ',
    'authorization_details=x',
    'resource=https://other.example/',
    'response_mode=query',
    'prompt=none',
    'tenant=a&client_id=them',
  ])('that already has %s is refused by name', async (query) => {
    const made = await liar({
      issuer: (origin) => ({ authorization_endpoint: `${origin}/authorize?${query}` }),
    });
    const { reason, message } = await refused(made);
    const name = query.split('&').at(-1)?.split('=')[0] ?? '';
    expect({ reason, says: message.includes(`“${name}”`) }).toEqual({
      reason: 'unusable',
      says: true,
    });
    expect(made.asked).not.toContain('POST /register');
  });

  it('keeps unrelated parameters, and repeats none', async () => {
    const made = await liar({
      issuer: (origin) => ({
        authorization_endpoint: `${origin}/authorize?tenant=a`,
        scopes_supported: ['offline_access'],
        prompt_values_supported: ['select_account'],
      }),
      resource: () => ({ scopes_supported: ['read'] }),
    });
    await made.authorizer.revoke(made.config, {
      ...{ resource: `${made.origin}/mcp`, issuer: made.origin, client: {}, tokens: null },
      expiresAt: null,
    });
    const { searchParams } = (await shown(made)).address;
    expect(searchParams.get('tenant')).toBe('a');
    expect(searchParams.get('prompt')).toBe('consent select_account');
    const names = [...searchParams.keys()];
    expect(new Set(names).size).toBe(names.length);
  });

  it('is shown with the end of its host, which names the owner', async () => {
    const part = 'a'.repeat(60);
    const host = `accounts.google.com.${part}.${part}.${part}.very.evil.example`;
    const made = await liar({
      issuer: () => ({ authorization_endpoint: `https://${host}:8443/a` }),
    });
    expect((await shown(made)).ask.host).toBe(`${host}:8443`);
  });

  it("isn't so long that a system would truncate it", async () => {
    const made = await liar({
      issuer: (origin) => ({ authorization_endpoint: `${origin}/a?x=${'y'.repeat(8_192)}` }),
    });
    expect(await refused(made)).toMatchObject({ reason: 'unusable' });
  });
});

describe("a token's resource", () => {
  const root = '/.well-known/oauth-protected-resource';
  const says = (resource: string) => (origin: string) => ({ resource: `${origin}${resource}` });
  it.each(['/mcp', '/mcp/'])('is the server under its own name: %s', async (resource) => {
    const { ask } = await shown(await liar({ resource: says(resource) }));
    expect(ask.isWider).toBe(false);
  });

  it.each(['', '/', '/mc', '/mcp/more', '/mcp#x', '/other'])(
    "isn't widened by one path of its host: %s",
    async (resource) => {
      const made = await liar({ resource: says(resource) });
      expect(await refused(made)).toMatchObject({ reason: 'other-resource' });
    },
  );

  it('is wider if the whole host says so, which is shown', async () => {
    const made = await liar({ resource: says('/'), from: root });
    const { ask, address } = await shown(made);
    expect(ask).toMatchObject({ resource: `${made.origin}/`, isWider: true });
    expect(address.searchParams.get('resource')).toBe(ask.resource);
    const other = await liar({ resource: says('/other'), from: root });
    expect(await refused(other)).toMatchObject({ reason: 'other-resource' });
  });
});
