import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withApp } from './testing/app.ts';
import { browse, guardedServer, opened, signIn, wayAt, type Guarded } from './testing/sign-in.ts';
import { until } from './testing/until.ts';

let guarded: Guarded;
beforeAll(async () => {
  guarded = await guardedServer();
});
afterAll(() => guarded.stop());
const stored = () => ({ s: guarded.entry });

describe('a server that asks for a sign-in', () => {
  it('says so with the named issuer, without asking anybody else', async () => {
    const before = (await guarded.control()).asked;
    await withApp({ stored: stored() }, async (app) => {
      const { connection, signIn: said } = await app.settled('s');
      expect(connection).toMatchObject({ status: 'failed', failure: { reason: 'unauthorized' } });
      expect(said).toMatchObject({ offer: { why: 'first', scopes: ['skills:read'], more: [] } });
      expect(said.offer?.issuers).toHaveLength(1);
      expect(said.account).toBeNull();
    });
    expect((await guarded.control()).asked).toEqual(before);
  });

  it('shows the sign-in first, then opens, connects and lists', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { id } = await app.ask('signIn', { server: 's' });
      const { ask } = await wayAt(app, 's', 'asks');
      expect(ask).toMatchObject({
        scopes: ['skills:read', 'offline_access'],
        client: 'registered',
      });
      expect(ask.issuer).toBe(`http://${ask.host}`);
      expect(ask.resource).toBe(guarded.url);
      await app.ask('openSignIn', { server: 's', id });
      await browse((await wayAt(app, 's', 'waiting')).address);
      await until('the list', async () => (await app.rows('s')).length === 3);
      const { signIn: now } = await app.server('s');
      expect(now).toMatchObject({
        offer: null,
        way: null,
        account: { issuer: ask.issuer, renewable: true, protection: 'session' },
      });
      expect(now.account?.expiresAt).toBeGreaterThan(Date.now());
    });
  });

  it('opens an address that reveals nothing if other users can read it', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { address } = await opened(app, 's');
      const [opening] = app.openings;
      expect(opening?.address).toBe(address);
      const { host, pathname, search } = new URL(opening!.opens);
      expect(host).toMatch(/^127\.0\.0\.1:/);
      expect([pathname, search]).toEqual([expect.stringMatching(/^\/open\/[\w-]{32}$/), '']);
      await browse(opening!.opens);
      await until('the list', async () => (await app.rows('s')).length === 3);
    });
  });

  it("doesn't offer a sign-in again after it's done and reconnecting", async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { address } = await opened(app, 's');
      const before = app.events.length;
      await browse(address);
      await until('the list', async () => (await app.rows('s')).length === 3);
      const seen = app.events
        .slice(before)
        .flatMap((event) => (event.type === 'server-put' ? [event.server] : []));
      expect(seen.map(({ signIn }) => signIn.way?.status)).toContain('finishing');
      expect(seen.filter(({ signIn: { way, offer } }) => way === null && offer !== null)).toEqual(
        [],
      );
    });
  });

  it('accepts a pasted address from the browser', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { id, address } = await opened(app, 's');
      const ended = await browse(address, { comesHome: false });
      const finish = (text: string) =>
        app.reply('finishSignIn', { server: 's', id, address: text });
      expect(await finish('https://evil.example/?code=x')).toMatchObject({
        error: { code: 'bad-input' },
      });
      expect(await finish(ended.replace(/state=[^&]*/, 'state=other'))).toMatchObject({
        error: { code: 'bad-input' },
      });
      expect(await finish(ended)).toMatchObject({ ok: true });
      await until('the list', async () => (await app.rows('s')).length === 3);
    });
  });

  it('stops when the person cancels, and ignores a later answer', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { id, address } = await opened(app, 's');
      const ended = await browse(address, { comesHome: false });
      await app.ask('cancelSignIn', { server: 's' });
      expect((await app.server('s')).signIn).toMatchObject({ way: null, account: null });
      const late = await app.reply('finishSignIn', { server: 's', id, address: ended });
      expect(late).toMatchObject({ ok: false, error: { code: 'stale' } });
      await expect(fetch(ended)).rejects.toThrow('fetch failed');
      expect((await app.server('s')).connection.status).toBe('failed');
    });
  });

  it("isn't ended by a forged answer", async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      const { address, ask } = await opened(app, 's');
      const injected = await fetch(`${ask.redirect}?state=guessed&code=attackers`);
      expect(injected.status).toBe(400);
      expect(await injected.text()).not.toContain('attackers');
      expect((await app.server('s')).signIn.way?.status).toBe('waiting');
      await browse(address);
      await until('the list', async () => (await app.rows('s')).length === 3);
    });
  });

  it('forgets everything on signing out, and tells the authorization server', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      await signIn(app, 's');
      const before = (await guarded.control()).asked['/token/revocation'] ?? 0;
      expect(await app.ask('signOut', { server: 's' })).toEqual({ outcome: 'revoked' });
      expect((await guarded.control()).asked['/token/revocation']).toBe(before + 2);
      expect((await app.server('s')).signIn.account).toBeNull();
      expect(await app.ask('signOut', { server: 's' })).toEqual({ outcome: 'was-not' });
      await app.ask('reconnectServer', { server: 's' });
      await until('the offer', async () => (await app.server('s')).signIn.offer?.why === 'first');
    });
  });
});

describe('a declined sign-in', () => {
  it('says so, and whose turn it is', async () => {
    const asking = await guardedServer(['--asks', 'yes']);
    await withApp({ stored: { s: asking.entry } }, async (app) => {
      await app.settled('s');
      const { address } = await opened(app, 's');
      await browse(address, { answer: 'no' });
      expect(await wayAt(app, 's', 'failed')).toMatchObject({
        problem: { reason: 'denied', turn: 'person' },
      });
    });
    await asking.stop();
  });
});

describe('an expired token', () => {
  it('is renewed without asking, when the server refuses it and before it expires', async () => {
    const short = await guardedServer(['--seconds', '20']);
    await withApp({ stored: { s: short.entry } }, async (app) => {
      await app.settled('s');
      await signIn(app, 's');
      // It expires sooner than the renewal margin, so every listing renews it.
      const before = (await short.control('end')).asked['/token'] ?? 0;
      expect((await app.relist('s')).listing.status).toBe('complete');
      expect((await short.control()).asked['/token']).toBeGreaterThan(before);
      expect((await app.server('s')).signIn.way).toBeNull();
    });
    await short.stop();
  });

  it('is renewed once when the server refuses it midway', async () => {
    await withApp({ stored: stored() }, async (app) => {
      await app.settled('s');
      await signIn(app, 's');
      const before = (await guarded.control('end')).asked['/token'] ?? 0;
      const listed = await app.relist('s');
      expect(listed).toMatchObject({ connection: { status: 'ready' } });
      expect(listed.listing.status).toBe('complete');
      expect((await guarded.control()).asked['/token']).toBe(before + 1);
    });
  });

  it("offers the sign-in again if it can't be renewed", async () => {
    const own = await guardedServer();
    await withApp({ stored: { s: own.entry } }, async (app) => {
      await app.settled('s');
      await signIn(app, 's');
      await own.control('end&revoke');
      await app.ask('refreshServer', { server: 's' });
      await until('the offer', async () => (await app.server('s')).connection.status === 'failed');
      await app.ask('reconnectServer', { server: 's' });
      await until('the offer', async () => (await app.server('s')).signIn.offer?.why === 'ended');
      expect((await app.server('s')).signIn.account).toBeNull();
      const { address, ask } = await opened(app, 's');
      expect(ask.client).toBe('kept');
      await browse(address);
      await until('the list', async () => (await app.server('s')).connection.status === 'ready');
    });
    await own.stop();
  });
});

describe('a server that asks for more scopes', () => {
  it('names them, and gets them plus the earlier ones at the next sign-in', async () => {
    const own = await guardedServer();
    await withApp({ stored: { s: own.entry } }, async (app) => {
      await app.settled('s');
      await signIn(app, 's');
      const before = (await own.control('needs=skills:write')).asked['/token'];
      await app.ask('refreshServer', { server: 's' });
      await until('the offer', async () => (await app.server('s')).signIn.offer !== null);
      expect((await app.server('s')).signIn.offer).toMatchObject({
        why: 'more-scopes',
        more: ['skills:write'],
      });
      // Nothing was requested without the person.
      expect((await own.control()).asked['/token']).toBe(before);
      const { address, ask } = await opened(app, 's');
      // The earlier registration was for fewer scopes.
      expect(ask).toMatchObject({ client: 'registered' });
      expect(ask.scopes).toEqual(expect.arrayContaining(['skills:read', 'skills:write']));
      await browse(address);
      await until('the scope', async () =>
        (await app.server('s')).signIn.account?.scopes.includes('skills:write'),
      );
      expect((await app.server('s')).signIn.offer).toBeNull();
    });
    await own.stop();
  });
});

it('signs in to a server of the older transport, too', async () => {
  const older = await guardedServer([], 'sse');
  await withApp({ stored: { s: older.entry } }, async (app) => {
    await app.settled('s');
    await signIn(app, 's');
  });
  await older.stop();
});

it('lets no token follow a redirect to another host', async () => {
  const own = await guardedServer();
  const other = await guardedServer();
  await withApp({ stored: { s: own.entry } }, async (app) => {
    await app.settled('s');
    await signIn(app, 's');
    await own.control(`redirect=${encodeURIComponent(other.url)}`);
    await app.ask('refreshServer', { server: 's' });
    await app.ask('reconnectServer', { server: 's' });
    await until('the end', async () => (await app.server('s')).connection.status === 'failed');
  });
  expect((await other.control()).heard).toEqual([]);
  await Promise.all([own.stop(), other.stop()]);
});

it('shows no code, verifier, token or state anywhere, even if the server repeats it', async () => {
  const own = await guardedServer();
  await withApp({ stored: { s: own.entry } }, async (app) => {
    await app.settled('s');
    const ended = new URL(await signIn(app, 's'));
    await own.control('end');
    await app.relist('s');
    const { secrets } = await own.control('echoes');
    await app.ask('refreshServer', { server: 's' });
    await app.ask('reconnectServer', { server: 's' });
    await until('the end', async () => (await app.server('s')).connection.status === 'failed');
    await app.ask('signOut', { server: 's' });
    const log = await app.log();
    const everything = [
      JSON.stringify(app.events),
      JSON.stringify(await app.snapshot()),
      JSON.stringify(log),
      JSON.stringify(await app.bodies()),
      (await app.ask('exportAudit', { server: null, text: '', action: null })).text,
      ...filesBelow(app.place.root),
    ].join('\n');
    // The text that is searched for did exist.
    expect(secrets.length).toBeGreaterThanOrEqual(6);
    expect(secrets).toContain(ended.searchParams.get('code'));
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });
  await own.stop();
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
