import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApp, withApp, type TestApp } from './testing/app.ts';
import { storeServers, type Entry } from './testing/place.ts';
import { opened, wayAt } from './testing/sign-in.ts';
import { until } from './testing/until.ts';

/**
 * A server that accepts no token, and its authorization server, which always issues another one,
 * `tokenMs` after the request.
 */
async function never(tokenMs = 0) {
  const asked: string[] = [];
  const say = (response: ServerResponse, value: unknown, status = 200): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(value));
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    asked.push(pathname);
    const tokens = asked.filter((path) => path === '/token').length;
    const published: Readonly<Record<string, unknown>> = {
      '/.well-known/oauth-protected-resource/mcp': {
        resource: `${origin}/mcp`,
        authorization_servers: [origin],
      },
      '/.well-known/oauth-authorization-server': {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
      '/register': { client_id: 'us', redirect_uris: ['http://127.0.0.1/x'] },
      '/token': {
        access_token: `token-${tokens}`,
        refresh_token: `refresh-${tokens}`,
        token_type: 'Bearer',
        expires_in: 3600,
      },
    };
    const answer = published[pathname];
    if (answer === undefined)
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    setTimeout(() => say(response, answer), pathname === '/token' ? tokenMs : 0);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const entry: Entry = {
    type: 'http',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
  };
  return { asked, entry };
}

/** The parameters a browser returns with. */
async function comeBack(address: string): Promise<number> {
  const asked = new URL(address).searchParams;
  const at = `${asked.get('redirect_uri')}?state=${asked.get('state')}&code=c`;
  return (await fetch(at)).status;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function signedIn(app: TestApp, label: string): Promise<void> {
  await app.settled(label);
  const { address } = await opened(app, label);
  await comeBack(address);
  await until(`${label} to be signed in`, async () => {
    const { signIn, connection } = await app.server(label);
    return signIn.way === null && connection.status === 'failed' ? true : null;
  });
}

describe('servers that accept no token', () => {
  it("don't cause an endless loop", async () => {
    const [a, b] = [await never(), await never()];
    await withApp({ stored: { a: a.entry, b: b.entry } }, async (app) => {
      await signedIn(app, 'a');
      await signedIn(app, 'b');
      expect((await app.server('b')).signIn.offer).toMatchObject({ why: 'not-taken', more: [] });
      await soon(1_000);
      const before = a.asked.length + b.asked.length;
      await soon(2_000);
      expect(a.asked.length + b.asked.length - before).toBeLessThan(5);
    });
  });
});

describe('a waiting sign-in', () => {
  it('ends with the program, and nothing listens anymore', async () => {
    const { entry } = await never();
    const app = await openApp({ stored: { s: entry } });
    await app.settled('s');
    const { ask } = await opened(app, 's');
    const port = Number(new URL(ask.redirect).port);
    expect(await isOpen(port)).toBe(true);
    await app.close();
    await until('the port to be closed', async () => ((await isOpen(port)) ? null : true));
  });

  it.each([
    [
      'is removed',
      (app: TestApp) =>
        app.ask('removeServer', { server: 's', forgetDecisions: false, forgetCache: false }),
    ],
    [
      'is another one now',
      async (app: TestApp) =>
        storeServers(app.place, { s: { type: 'http', url: 'http://127.0.0.1:9/elsewhere' } }),
    ],
  ])('ends when its server %s, and redeems nothing', async (_, leave) => {
    const { entry, asked } = await never();
    await withApp({ stored: { s: entry } }, async (app) => {
      await app.settled('s');
      const { address } = await opened(app, 's');
      await leave(app);
      await until('the server to be gone', async () => {
        const [server] = (await app.snapshot()).servers;
        return server?.signIn.way == null ? true : null;
      });
      expect(await comeBack(address).catch(() => 0)).not.toBe(200);
      expect(asked).not.toContain('/token');
    });
  });

  it('keeps nothing if canceled while being redeemed', async () => {
    const { entry, asked } = await never(500);
    await withApp({ stored: { s: entry } }, async (app) => {
      await app.settled('s');
      const { address } = await opened(app, 's');
      await comeBack(address);
      await wayAt(app, 's', 'finishing');
      await until('the code to be sent', () => (asked.includes('/token') ? true : null));
      await app.ask('cancelSignIn', { server: 's' });
      await soon(1_000);
      const { signIn } = await app.server('s');
      expect([signIn.way, signIn.account]).toEqual([null, null]);
    });
  });
});
