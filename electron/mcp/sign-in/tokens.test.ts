import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { err } from '../../../shared/result.ts';
import { sessionCredentials } from '../../storage/credentials/grants.ts';
import type { CredentialStore, SignInGrant } from '../../engine/ports/credentials.ts';
import { createAuthorizer } from './authorizer.ts';

const started = 1_000_000;
const minute = 60_000;

type Answer = Readonly<Record<string, unknown>> | number;

/**
 * A connection that is signed in, and the token endpoint that renews it: `answers` by the count of
 * renewals, a number is a status.
 */
async function scene(
  answers: (count: number) => Answer,
  {
    grant = {},
    store = (own) => own,
  }: {
    readonly grant?: Partial<SignInGrant>;
    readonly store?: (own: CredentialStore) => CredentialStore;
  } = {},
) {
  let renewals = 0;
  const server = createServer((_, response) => {
    renewals += 1;
    const answer = answers(renewals);
    response.writeHead(typeof answer === 'number' ? answer : 200, {
      'content-type': 'application/json',
    });
    response.end(typeof answer === 'number' ? '' : JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { now: started };
  const own = sessionCredentials();
  const resource = `${origin}/mcp`;
  await own.put({
    resource,
    issuer: origin,
    client: { client_id: 'us' },
    tokens: { access_token: 'first-token', refresh_token: 'first-refresh' },
    expiresAt: started + minute,
    givenAt: started,
    ...grant,
  });
  const credentials = store(own);
  const authorizer = createAuthorizer({ credentials, now: () => clock.now });
  const secrets: string[] = [];
  const config = { type: 'http', url: resource, headers: {} } as const;
  const source = authorizer.tokensOf(config, secrets)!();
  return {
    source,
    secrets,
    clock,
    own,
    refused: () => source.onUnauthorized({ response: new Response(null, { status: 401 }) }),
    kept: async () => {
      const kept = await own.grants(resource);
      return kept.ok ? kept.value[0] : undefined;
    },
    get renewals() {
      return renewals;
    },
  };
}

const given = (count: number, more: object = {}) => ({
  access_token: `token-${count}`,
  refresh_token: `refresh-${count}`,
  token_type: 'Bearer',
  ...more,
});

describe('a token', () => {
  it('is renewed shortly before it ends, and not before', async () => {
    const own = await scene((count) => given(count, { expires_in: 60 }));
    expect(await own.source.token()).toBe('first-token');
    own.clock.now = started + minute - 1_000;
    expect(await own.source.token()).toBe('token-1');
    expect(own.renewals).toBe(1);
  });

  it.each([0, 1, 5, -1, null, '', 1e300])(
    'that is said to end after %s s does not make every request a renewal',
    async (seconds) => {
      const own = await scene((count) => given(count, { expires_in: seconds }), {
        grant: { expiresAt: started - 1, givenAt: started - minute },
      });
      for (let count = 0; count < 20; count += 1) await own.source.token();
      expect(own.renewals).toBe(1);
      const ends = (await own.kept())?.expiresAt ?? null;
      expect(ends === null || new Date(ends).toISOString() !== '').toBe(true);
    },
  );

  it('is asked for once in a while where nobody can be asked, and the old one is used', async () => {
    const own = await scene(() => 503, {
      grant: { expiresAt: started, givenAt: started - minute },
    });
    for (let count = 0; count < 5; count += 1) expect(await own.source.token()).toBe('first-token');
    expect(own.renewals).toBe(1);
    own.clock.now += minute;
    await own.source.token();
    expect(own.renewals).toBe(2);
  });

  it('is renewed as ever after the clock was put back', async () => {
    const own = await scene((count) => given(count), {
      grant: { expiresAt: started - minute, givenAt: started + 60 * minute },
    });
    expect(await own.source.token()).toBe('token-1');
  });

  it('that is refused when it is new is not renewed again: the next would be refused, too', async () => {
    const own = await scene(given, { grant: { givenAt: started - minute } });
    await own.source.token();
    await own.refused();
    expect([await own.source.token(), own.renewals]).toEqual(['token-1', 1]);
    await own.refused();
    expect([await own.source.token(), own.renewals]).toEqual(['token-1', 1]);
    own.clock.now += minute;
    await own.refused();
    expect(own.renewals).toBe(2);
  });

  it.each(['', 'a\nb-and-more', 'a\u0000b-and-more', 'tok\u20acn', 'x'.repeat(20_000), 'a b'])(
    'that no header can carry ends the sign-in: %j',
    async (token) => {
      const own = await scene((count) => given(count, { access_token: token }), {
        grant: { givenAt: started - minute },
      });
      await own.source.token();
      await expect(own.refused()).rejects.toThrow('ended');
      expect((await own.kept())?.tokens).toBeNull();
      expect(await own.source.token()).toBeUndefined();
    },
  );

  it('of another kind than Bearer ends the sign-in, too', async () => {
    const own = await scene((count) => given(count, { token_type: 'DPoP' }), {
      grant: { givenAt: started - minute },
    });
    await own.source.token();
    await expect(own.refused()).rejects.toThrow('ended');
  });
});

/** Keeps what is there, and nothing new. */
const failing = (kept: CredentialStore, renewals: () => number): CredentialStore => {
  let known = 0;
  return {
    ...kept,
    async put(grant) {
      if (renewals() === known) return kept.put(grant);
      known = renewals();
      return err('unwritable');
    },
  };
};

describe('what is kept of a renewal', () => {
  it('stays what it is when a refusal for scopes comes meanwhile', async () => {
    const own = await scene((count) => given(count), {
      grant: { givenAt: started - minute },
      store: (kept) => ({
        ...kept,
        // A file takes its time.
        async put(grant) {
          if (grant.wanted !== undefined) await new Promise((done) => setTimeout(done, 50));
          return kept.put(grant);
        },
      }),
    });
    await own.source.token();
    await Promise.all([own.refused(), own.source.lacks('more')]);
    expect(await own.kept()).toMatchObject({
      tokens: { refresh_token: 'refresh-1' },
      wanted: 'more',
    });
  });

  it('by another process is used, though nobody has told of it yet: the old one is spent', async () => {
    const own = await scene((count) => given(count), {
      grant: { givenAt: started - minute },
      store: (kept) => ({ ...kept, onChange: () => () => {} }),
    });
    await own.source.token();
    const before = await own.kept();
    await own.own.put({
      ...before!,
      tokens: { access_token: 'of-another', refresh_token: 'refresh-of-another' },
      givenAt: started,
    });
    await own.refused();
    expect([await own.source.token(), own.renewals]).toEqual(['of-another', 0]);
  });

  it('is used in this run where it cannot be kept: the old one is spent', async () => {
    const own = await scene((count) => given(count), {
      grant: { givenAt: started - minute },
      store: (kept) => failing(kept, () => own.renewals),
    });
    await own.source.token();
    await own.refused();
    expect([await own.source.token(), await own.source.token()]).toEqual(['token-1', 'token-1']);
    own.clock.now += minute;
    await own.refused();
    expect([await own.source.token(), own.renewals]).toEqual(['token-2', 2]);
  });

  it('is over where it could not be kept and somebody signs out', async () => {
    const own = await scene((count) => given(count), {
      grant: { givenAt: started - minute },
      store: (kept) => failing(kept, () => own.renewals),
    });
    await own.source.token();
    await own.refused();
    expect(await own.source.token()).toBe('token-1');
    await own.own.drop((await own.kept())!.resource, null);
    expect(await own.source.token()).toBeUndefined();
    await expect(own.refused()).rejects.toThrow('ended');
    expect([await own.kept(), own.renewals]).toEqual([undefined, 1]);
  });

  it.each([
    ['cannot be written', { put: async () => err('unwritable') }, 'can’t be saved now'],
    ['cannot be locked', { exclusively: async () => err('unwritable') }, 'can’t be saved now'],
    ['is being renewed for long', { exclusively: async () => err('busy') }, 'another Skillgate'],
  ] as const)(
    'is not asked for where what is kept %s: nothing is spent, and it is said why',
    async (_, broken, why) => {
      const own = await scene((count) => given(count), {
        grant: { givenAt: started - minute },
        store: (kept) => ({ ...kept, ...broken }) as CredentialStore,
      });
      expect(await own.source.token()).toBe('first-token');
      await expect(own.refused()).rejects.toThrow(why);
      expect(own.source.trouble).toContain(why);
      expect([own.renewals, (await own.kept())?.tokens?.refresh_token]).toEqual([
        0,
        'first-refresh',
      ]);
    },
  );

  it('is no more than is used again, whatever a registration had beside it', async () => {
    const own = await scene((count) => given(count, { more: 'x'.repeat(100_000) }), {
      grant: {
        givenAt: started - minute,
        client: { client_id: 'us', more: 'x'.repeat(100_000), scope: 'a' },
      },
    });
    await own.source.token();
    await own.refused();
    expect((await own.kept())?.client).toEqual({ client_id: 'us', scope: 'a' });
    expect(JSON.stringify(await own.kept()).length).toBeLessThan(2_000);
  });

  it('masks the newest tokens, and not every one there ever was', async () => {
    const own = await scene((count) => given(count), { grant: { givenAt: started - minute } });
    for (let count = 0; count < 12; count += 1) {
      await own.source.token();
      own.clock.now += minute;
      await own.refused();
    }
    await own.source.token();
    expect(own.secrets).toEqual(
      [9, 10, 11, 12].flatMap((count) => [`token-${count}`, `refresh-${count}`]),
    );
  });
});

it('of one resource no more authorization servers are remembered than a person would sign in to', async () => {
  const own = sessionCredentials();
  const grant = { resource: 'https://a.example/', client: {}, tokens: null, expiresAt: null };
  const put = (issuer: string) => own.put({ ...grant, issuer });
  await own.put({ ...grant, resource: 'https://b.example/', issuer: 'b' });
  for (const issuer of ['1', '2', '3', '4', '2']) await put(issuer);
  const kept = await own.grants('https://a.example/');
  expect(kept.ok && kept.value.map(({ issuer }) => issuer)).toEqual(['2', '4', '3']);
  expect(await own.grants('https://b.example/')).toMatchObject({ value: [{ issuer: 'b' }] });
});
