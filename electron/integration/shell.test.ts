import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChildProcess } from 'node:child_process';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppSnapshot } from '../../shared/contract.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { browserAt, type ShellWindow } from './testing/browser.ts';
import { confirmer } from './testing/confirmer.ts';
import { builtCli, ended, startCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { processesNaming } from './testing/processes.ts';
import { stdioServer, type TestServer } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
let server: TestServer;
let child: ChildProcess;
let end: Promise<Ran>;
let port: number;
let ticket: string;
let browser: ReturnType<typeof browserAt>;
/** Admitted with the ticket of the printed address. */
let first: ShellWindow;

const another = async (): Promise<ShellWindow> =>
  browser.window({ ticket: (await first.ticket()) ?? '' });

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  server = stdioServer(place, 'honest', ['--skills', '2']);
  writeFileSync(join(cli.page, '..', 'secret.txt'), 'outside the page');
  child = startCli(cli, place, [
    'serve',
    '--no-open',
    '--allow-start',
    '--config',
    place.write('serve.json', { mcpServers: { s: server.entry } }),
  ]);
  end = ended(child);
  const address = await new Promise<string>((resolve, reject) => {
    if (child.stdout === null) throw new Error('no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/#ticket=\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    void end.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });
  const url = new URL(address);
  port = Number(url.port);
  ticket = url.hash.slice('#ticket='.length);
  browser = browserAt(port);
  first = await browser.window({ ticket });
}, 120_000);
afterAll(async () => {
  child.kill('SIGTERM');
  await end;
  place.remove();
});

describe('the browser shell', () => {
  it("serves the page's files, which reveal nothing, to everybody and sets no cookie", async () => {
    const page = await browser.get('/');
    expect(page).toMatchObject({ status: 200, body: '<!doctype html><title>page</title>' });
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(await browser.get('/app.js')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect((await browser.get('/', { origin: `http://127.0.0.1:${port}` })).status).toBe(200);
    expect((await browser.get('/?anything')).status).toBe(200);
  });

  it('redirects other names of this machine to the one address', async () => {
    const { status, headers } = await browser.get('/', { host: `localhost:${port}` });
    expect([status, headers.location]).toEqual([308, `http://127.0.0.1:${port}/`]);
    expect((await browser.get('/app.js', { host: `localhost:${port}` })).status).toBe(403);
  });

  it.each<[what: string, headers: () => OutgoingHttpHeaders]>([
    ['the name of another host', () => ({ host: 'evil.example' })],
    ['the name of another host with the port', () => ({ host: `evil.example:${port}` })],
    ['another port', () => ({ host: `127.0.0.1:${port === 1 ? 2 : port - 1}` })],
    ['a foreign origin', () => ({ origin: 'https://evil.example' })],
    ['the origin of another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['an opaque origin', () => ({ origin: 'null' })],
    ['https as origin', () => ({ origin: `https://127.0.0.1:${port}` })],
    [
      'the page of another port as its user',
      () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }),
    ],
    [
      'another site in a frame',
      () => ({
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'iframe',
      }),
    ],
  ])('refuses a request with %s, with the policy on the refusal', async (_, headers) => {
    const answer = await browser.get('/', headers());
    expect(answer.status).toBe(403);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('can be opened from a file or a link, in its own window', async () => {
    const navigation = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await browser.get('/', navigation)).status).toBe(200);
    expect((await browser.get('/app.js', navigation)).status).toBe(403);
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/%5c..%5csecret.txt',
    '//etc/passwd',
    '//',
    '///',
    '//@',
    '//:80',
    'http://[',
    '*',
    '/%00',
    '/app.js%00.html',
    '/.hidden.js',
    '/renderer/../../secret.txt',
    '/app.js/',
    '/%',
    '/package.json',
    '/nothing.js',
  ])('serves nothing for %s, and goes on', async (path) => {
    const answer = await browser.get(path);
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('outside the page');
    expect(answer.body).not.toContain('"type"');
    expect((await browser.get('/')).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'OPTIONS', 'DELETE'])('does not answer %s', async (method) => {
    const answer = await browser.get('/', {}, method);
    expect(answer.status).toBe(405);
    expect(answer.headers['access-control-allow-methods']).toBeUndefined();
  });

  it('sends the same strict headers with every answer', async () => {
    for (const answer of [
      await browser.get('/'),
      await browser.get('/nothing.js'),
      await browser.get('/', { origin: 'null' }),
      await browser.get('/', {}, 'POST'),
      await browser.get('/', { host: `localhost:${port}` }),
    ]) {
      const policy = answer.headers['content-security-policy'] ?? '';
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
  });

  it('answers a browser that carries all the cookies that other ports could set', async () => {
    const cookie = Array.from({ length: 180 }, (_, at) => `c${at}=${'x'.repeat(4000)}`).join('; ');
    expect((await browser.get('/', { cookie })).status).toBe(200);
    const opened = await browser.socket({ origin: `http://127.0.0.1:${port}`, cookie });
    expect(typeof opened).toBe('object');
    if (typeof opened === 'object') opened.terminate();
  });
});

describe('admission', () => {
  it('takes the ticket of an address once', async () => {
    expect(await browser.enter({ ticket })).toBe(4401);
  });

  it('admits a window again with its secret, which changes each time', async () => {
    const before = await another();
    before.socket.close();
    const again = await browser.window({ secret: before.secret });
    expect(again.secret).not.toBe(before.secret);
    await again.ask('getSnapshot', {});
    again.socket.close();
    expect(await browser.enter({ secret: before.secret })).toBe(4401);
    (await browser.window({ secret: again.secret })).socket.close();
  });

  it('locks nobody out if the new secret was lost on the way', async () => {
    const before = await another();
    before.socket.close();
    const lost = await browser.enter({ secret: before.secret }, false);
    if (typeof lost === 'object') lost.socket.terminate();
    (await browser.window({ secret: before.secret })).socket.close();
  });

  it('closes a window whose secret another socket presents', async () => {
    const before = await another();
    const thief = await browser.window({ secret: before.secret });
    expect(await before.closed).toBe(4401);
    thief.socket.close();
  });

  it.each([
    ['a guessed ticket', { claim: { ticket: 'A'.repeat(43) } }],
    ['a guessed secret', { claim: { secret: 'A'.repeat(43) } }],
    ['a request', { id: 1, name: 'getSnapshot', input: {} }],
    ['the wish for a ticket', { wanted: 'ticket' }],
    ['word that a secret is kept', { kept: true }],
    ['both at once', { claim: { ticket: 'x', secret: 'y' } }],
    ['null', null],
    ['a list', []],
    ['more than a claim', 'x'.repeat(3000)],
  ])('tells nothing to a socket that begins with %s', async (_, frame) => {
    const opened = await browser.socket();
    if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
    let told = 0;
    opened.on('message', () => (told += 1));
    const closed = new Promise<number>((resolve) => opened.once('close', resolve));
    opened.send(JSON.stringify(frame));
    opened.send(JSON.stringify({ id: 1, name: 'getSnapshot', input: {} }));
    expect(await closed).toBe(4401);
    expect(told).toBe(0);
  });
});

describe('its socket', () => {
  it.each<[what: string, headers: () => Record<string, string>, path?: string]>([
    ['from a foreign origin', () => ({ origin: 'https://evil.example' })],
    ['from the origin of another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['from an opaque origin', () => ({ origin: 'null' })],
    ['without an origin', () => ({})],
    [
      'for another host',
      () => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` }),
    ],
    [
      'for another name of this machine',
      () => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` }),
    ],
    ['at another path', () => ({ origin: `http://127.0.0.1:${port}` }), '/other'],
    ['at no path', () => ({ origin: `http://127.0.0.1:${port}` }), '//'],
  ])('is refused %s', async (_, headers, path) => {
    expect(await browser.socket(headers(), path)).toBe(403);
  });

  it('survives a socket that is reset right after its request', async () => {
    for (const path of ['/socket', '/other', '//'])
      for (let round = 0; round < 20; round += 1)
        await new Promise<void>((resolve) => {
          const raw = connect(port, '127.0.0.1', () => {
            raw.write(
              `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
                `Origin: http://127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
                'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
                'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
              () => setTimeout(() => raw.resetAndDestroy(), round % 4),
            );
          });
          raw.on('error', () => {});
          raw.once('close', () => resolve());
        });
    expect((await browser.get('/')).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });

  it("carries the contract's requests and events, and refuses others", async () => {
    const page = await another();
    const state = await until('the listing', async () => {
      const reply = (await page.ask('getSnapshot', {})) as { ok: true; value: AppSnapshot };
      return reply.value.servers[0]?.listing.status === 'complete' ? reply.value : null;
    });
    expect(state).toMatchObject({
      shell: 'browser',
      skills: [{ uri: 'skill://skill-0/SKILL.md' }, { uri: 'skill://skill-1/SKILL.md' }],
    });
    const uri = 'skill://skill-0/SKILL.md';
    expect(await page.ask('readFile', { server: 's', uri, file: uri, full: false })).toMatchObject({
      ok: true,
      value: { verdict: { status: 'verified' } },
    });
    await until('the verdict as an event', () =>
      page.events.some((event) => event.type === 'verdict'),
    );
    expect(
      await page.ask('approve', {
        items: [
          {
            server: 's',
            uri,
            setDigest: state.skills[0]?.setDigest,
            metadataDigest: state.skills[0]?.metadataDigest,
            identity: state.skills[0]?.identity,
            replaces: null,
            grants: [],
          },
        ],
        note: '',
        expiresAt: null,
      }),
    ).toMatchObject({ ok: true, value: [{ outcome: 'done' }] });
    for (const [name, input] of [
      ['shell', {}],
      ['__proto__', {}],
      ['constructor', {}],
      ['getSnapshot', { extra: 1 }],
      ['readFile', { server: 's', uri, file: uri }],
      ['approve', { items: [], note: '', expiresAt: null }],
      ['saveSettings', { theme: 'pink' }],
      ['allowStart', { server: 's' }],
    ] as const) {
      expect([name, await page.ask(name, input)]).toMatchObject([
        name,
        { ok: false, error: { code: 'bad-input' } },
      ]);
    }
    for (const url of [
      'http://example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'not an address',
    ])
      expect(await page.ask('openExternal', { url })).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
    page.socket.close();
  });

  it("is closed on anything that isn't a request, and the shell goes on", async () => {
    for (const text of [
      'not json',
      '[]',
      '{"id":"1","name":"getSnapshot","input":{}}',
      '{"id":1}',
    ]) {
      const page = await another();
      const closed = new Promise<number>((resolve) => page.socket.once('close', resolve));
      page.socket.send(text);
      expect(await closed).toBe(1008);
    }
    expect((await browser.get('/')).status).toBe(200);
  });

  it("can't start a program or trust a key without a dialog's proof", async () => {
    const page = await another();
    page.socket.close();
    // Whoever has the secret has the socket and can send any request.
    const thief = await browser.window({ secret: page.secret });
    expect(thief.key).toBeUndefined();
    const config = { type: 'stdio', command: process.execPath, args: ['--version'], env: {} };
    await thief.ask('addServer', { label: 'evil', server: config });
    const view = async () =>
      (await thief.ask('viewStart', { server: 'evil' })) as {
        value: { fingerprint: string; challenge: string };
      };
    const { value } = await view();
    const about = { server: 'evil', fingerprint: value.fingerprint };
    const forbidden = { ok: false, error: { code: 'forbidden' } };
    for (const proof of [
      '',
      value.challenge,
      confirmer('')(value.challenge, { request: 'allowStart', ...about }),
    ])
      expect(await thief.ask('allowStart', { ...about, proof })).toMatchObject(forbidden);
    // Nor can it admit itself again, as a window with its own key.
    for (const key of ['', value.challenge, page.secret, thief.secret])
      expect(await thief.ticket(key)).toBeNull();
    await thief.ask('previewBundle', { text: '{}' });
    expect(
      await thief.ask('applyBundle', { bundleId: 'x', trustKey: '00', older: false }),
    ).toMatchObject(forbidden);

    const { challenge } = (await view()).value;
    const proof = confirmer(page.key ?? '')(challenge, { request: 'allowStart', ...about });
    expect(await thief.ask('allowStart', { ...about, proof })).toMatchObject({ ok: true });
    thief.socket.close();
  });

  it("sends each of two windows the other's events", async () => {
    const [first, second] = [await another(), await another()];
    await first.ask('saveSettings', { theme: 'dark' });
    await until('the event', () =>
      second.events.some((event) => event.type === 'settings' && event.settings.theme === 'dark'),
    );
    first.socket.close();
    second.socket.close();
  });
});

describe('stopping it', () => {
  it('stops every server', async () => {
    const record = (server.entry['args'] as string[]).at(-1) ?? '';
    expect(processesNaming(record)).toHaveLength(1);
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, '']);
    expect(processesNaming(record)).toEqual([]);
  });
});
