import { writeFileSync } from 'node:fs';
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { AppEvent, Snapshot } from '../../shared/contract.ts';
import { makePlace, until, type Place } from './testing/app.ts';
import { buildCli, ended, startCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { processesNaming } from './testing/processes.ts';
import { stdioServer, type TestServer } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
let server: TestServer;
let child: ChildProcess;
let end: Promise<Ran>;
let port: number;
let token: string;
let cookie: string;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request whose path and headers go over the wire exactly as given. */
function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Opens a socket, or gives the status that refused it. */
function socket(headers: Record<string, string>, path = '/socket'): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const opened = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    opened.once('open', () => resolve(opened));
    opened.once('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0);
      opened.terminate();
    });
    opened.once('error', reject);
  });
}

async function window(): Promise<{
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  readonly events: AppEvent[];
  readonly socket: WebSocket;
}> {
  const opened = await socket({ cookie, origin: `http://127.0.0.1:${port}` });
  if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
  const events: AppEvent[] = [];
  const waiting = new Map<number, (reply: unknown) => void>();
  opened.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { id?: number; reply?: unknown; event?: AppEvent };
    if (frame.event !== undefined) events.push(frame.event);
    else if (frame.id !== undefined) waiting.get(frame.id)?.(frame.reply);
  });
  let id = 0;
  const ask = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      opened.send(JSON.stringify({ id, name, input }));
    });
  return { ask, events, socket: opened };
}

beforeAll(async () => {
  cli = await buildCli();
  place = makePlace();
  server = stdioServer(place, 'honest', ['--skills', '2']);
  writeFileSync(join(cli.page, '..', 'secret.txt'), 'outside the page');
  child = startCli(cli, place, [
    'serve',
    '--no-open',
    '--config',
    place.write('serve.json', { mcpServers: { s: server.entry } }),
  ]);
  end = ended(child);
  const address = await new Promise<string>((resolve, reject) => {
    if (child.stdout === null) throw new Error('no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    void end.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });
  const url = new URL(address);
  port = Number(url.port);
  token = url.searchParams.get('token') ?? '';
  // A request that is refused must not use the token up.
  expect((await get(`/?token=${token}`, { host: `evil.example:${port}` })).status).toBe(403);
  const exchanged = await get(`/?token=${token}`);
  expect(exchanged).toMatchObject({ status: 303, headers: { location: '/' } });
  const [set = ''] = exchanged.headers['set-cookie'] ?? [];
  expect(set).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
  cookie = set.split(';')[0] ?? '';
}, 120_000);
afterAll(async () => {
  child.kill('SIGTERM');
  await end;
  place.remove();
  cli.remove();
});

describe('the browser shell', () => {
  it('answers with the cookie that the one-time token was exchanged for', async () => {
    expect(await get('/', { cookie })).toMatchObject({
      status: 200,
      body: '<!doctype html><title>page</title>',
    });
    expect(await get('/app.js', { cookie })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect((await get('/', { cookie, origin: `http://127.0.0.1:${port}` })).status).toBe(200);
    expect((await get('/', { cookie, host: `localhost:${port}` })).status).toBe(200);
  });

  it('takes the token once', async () => {
    const again = await get(`/?token=${token}`);
    expect(again.status).toBe(403);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it.each<[what: string, path: () => string, headers: () => OutgoingHttpHeaders, method?: string]>([
    ['no cookie', () => '/', () => ({})],
    ['another cookie', () => '/', () => ({ cookie: `${cookie.split('=')[0]}=${'A'.repeat(43)}` })],
    ['a guessed token', () => `/?token=${'A'.repeat(43)}`, () => ({})],
    ['the name of another host', () => '/', () => ({ cookie, host: 'evil.example' })],
    [
      'the name of another host with the port',
      () => '/',
      () => ({ cookie, host: `evil.example:${port}` }),
    ],
    ['another port', () => '/', () => ({ cookie, host: `127.0.0.1:${port === 1 ? 2 : port - 1}` })],
    ['a foreign origin', () => '/', () => ({ cookie, origin: 'https://evil.example' })],
    ['the origin of another port', () => '/', () => ({ cookie, origin: 'http://127.0.0.1:1' })],
    ['an opaque origin', () => '/', () => ({ cookie, origin: 'null' })],
    ['https as origin', () => '/', () => ({ cookie, origin: `https://127.0.0.1:${port}` })],
  ])('refuses a request with %s, with the policy on the refusal', async (_, path, headers) => {
    const answer = await get(path(), headers());
    expect(answer.status).toBe(403);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/%5c..%5csecret.txt',
    '//etc/passwd',
    '/%00',
    '/app.js%00.html',
    '/.hidden.js',
    '/renderer/../../secret.txt',
    '/app.js/',
    '/%',
    '/package.json',
    '/nothing.js',
  ])('gives nothing for %s', async (path) => {
    const answer = await get(path, { cookie });
    expect([400, 403, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('outside the page');
    expect(answer.body).not.toContain('"type"');
  });

  it.each(['POST', 'PUT', 'OPTIONS', 'DELETE'])('does not answer %s', async (method) => {
    const answer = await get('/', { cookie }, method);
    expect(answer.status).toBe(405);
    expect(answer.headers['access-control-allow-methods']).toBeUndefined();
  });

  it('sends the same strict headers with every answer', async () => {
    for (const answer of [
      await get('/', { cookie }),
      await get('/nothing.js', { cookie }),
      await get('/'),
      await get('/', { cookie }, 'POST'),
      await get('/?token=x', { cookie }),
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
});

describe('its socket', () => {
  it.each<[what: string, headers: () => Record<string, string>, path?: string]>([
    ['without a cookie', () => ({ origin: `http://127.0.0.1:${port}` })],
    ['with another cookie', () => ({ origin: `http://127.0.0.1:${port}`, cookie: 'skillgate=1' })],
    ['from a foreign origin', () => ({ origin: 'https://evil.example', cookie })],
    ['from an opaque origin', () => ({ origin: 'null', cookie })],
    ['without an origin', () => ({ cookie })],
    [
      'for another host',
      () => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}`, cookie }),
    ],
    ['at another path', () => ({ origin: `http://127.0.0.1:${port}`, cookie }), '/other'],
  ])('is refused %s', async (_, headers, path) => {
    expect(await socket(headers(), path)).toBe(403);
  });

  it('carries the contract and the events, and refuses what is not in it', async () => {
    const page = await window();
    const state = await until('the listing', async () => {
      const reply = (await page.ask('getSnapshot', {})) as { ok: true; value: Snapshot };
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
          { server: 's', uri, setDigest: state.skills[0]?.setDigest, replaces: null, grants: [] },
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

  it('is closed on what is no request, and the shell goes on', async () => {
    for (const text of [
      'not json',
      '[]',
      '{"id":"1","name":"getSnapshot","input":{}}',
      '{"id":1}',
    ]) {
      const page = await window();
      const closed = new Promise<number>((resolve) => page.socket.once('close', resolve));
      page.socket.send(text);
      expect(await closed).toBe(1008);
    }
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it('gives each of two windows the events of what the other did', async () => {
    const [first, second] = [await window(), await window()];
    await first.ask('saveSettings', { theme: 'dark' });
    await until('the event', () =>
      second.events.some((event) => event.type === 'settings' && event.settings.theme === 'dark'),
    );
    first.socket.close();
    second.socket.close();
  });
});

describe('ending it', () => {
  it('takes every server with it', async () => {
    const record = (server.entry['args'] as string[]).at(-1) ?? '';
    expect(processesNaming(record)).toHaveLength(1);
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([0, '']);
    expect(processesNaming(record)).toEqual([]);
  });
});
