import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { adviceOn } from '../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ConnectionBounds } from './pipe-budget.ts';
import { connected, remoteServer, testConnector } from './testing/servers.ts';

type Rpc = {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly uri?: string };
};

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function listening(
  handle: (request: IncomingMessage, response: ServerResponse, message: Rpc | null) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      handle(
        request,
        response,
        chunks.length === 0 ? null : (JSON.parse(Buffer.concat(chunks).toString()) as Rpc),
      ),
    );
  });
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

const capabilities = { resources: {} };
const json = (response: ServerResponse, message: object): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }));

/** A legacy server over HTTP; `read` deals with `resources/read`. */
function legacy(
  read: (response: ServerResponse, message: Rpc) => void,
  headers: Record<string, string> = {},
): Promise<string> {
  return listening((request, response, message) => {
    if (message === null) return void response.writeHead(405).end();
    if (message.id === undefined) return void response.writeHead(202).end();
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (message.method === 'initialize')
      json(response, {
        id: message.id,
        result: {
          protocolVersion: '2025-06-18',
          capabilities,
          serverInfo: { name: 'forged', version: '1' },
        },
      });
    else if (message.method === 'resources/read') read(response, message);
    else
      json(response, { id: message.id, error: { code: -32601, message: `no ${request.method}` } });
  });
}

const http = (url: string, headers: Record<string, string> = {}): ServerConfig => ({
  type: 'http',
  url,
  headers,
});

async function failing(
  config: ServerConfig,
  bounds: Partial<ConnectionBounds> = {},
): Promise<ConnectionFailure> {
  const answer = await testConnector(bounds).connector.connect(
    'server',
    config,
    new AbortController().signal,
  );
  if (answer.ok) throw new Error('it connected');
  return answer.error;
}

describe('connecting over HTTP', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ] as const)('says what to do about HTTP %i', async (status, reason) => {
    const url = await listening((_request, response) => void response.writeHead(status).end());
    const failure = await failing(http(url));
    expect(failure.reason).toBe(reason);
    expect(adviceOn(failure).next).toMatch(/add the header it expects|expects a header/i);
    expect(await failing({ type: 'sse', url, headers: {} })).toMatchObject({ reason });
  });

  it.each([401, 403])(
    'names the header that was refused with HTTP %i, never its value',
    async (status) => {
      const url = await listening(
        (_request, response) =>
          void response
            .writeHead(status, { 'content-type': 'text/html' })
            .end('<title>Bearer abc-secret-123 is wrong</title>'),
      );
      const headers = { Authorization: 'Bearer abc-secret-123', 'x-trace': 'harmless' };
      for (const config of [http(url, headers), { type: 'sse', url, headers } as const]) {
        const failure = await failing(config);
        expect(failure.headers).toEqual(['Authorization']);
        expect(failure.message).toContain('didn’t accept the header Authorization as set here');
        expect(adviceOn(failure).next).toContain('Enter a value that the server accepts');
        expect(JSON.stringify([failure, adviceOn(failure)])).not.toContain('abc-secret');
      }
    },
  );

  it.each([404, 405])('says to check the path after HTTP %i', async (status) => {
    const url = await listening((_request, response) => void response.writeHead(status).end());
    const failure = await failing(http(url));
    expect(failure.reason).toBe('not-found');
    expect(adviceOn(failure).next).toContain('Check the path');
  });

  it('names an address where nothing listens', async () => {
    const url = await listening(() => {});
    for (const stop of stops.splice(0)) stop();
    expect(await failing(http(url))).toMatchObject({
      reason: 'network',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
    expect(await failing({ type: 'sse', url, headers: {} })).toMatchObject({ reason: 'network' });
  });

  it.each([
    'ftp://example.com/',
    'not an address',
    'file:///etc/passwd',
    'http://user:password@127.0.0.1/',
  ])('refuses the address %s without a request', async (url) => {
    expect(await failing(http(url))).toMatchObject({ reason: 'config' });
  });

  it('refuses a header that could forge another one', async () => {
    expect(
      await failing(http('http://127.0.0.1:1/', { 'x-key': 'a\r\nx-other: b' })),
    ).toMatchObject({ reason: 'config', message: expect.stringContaining('x-key') as string });
  });

  it('never takes its headers to another origin', async () => {
    const seen: string[] = [];
    const elsewhere = await listening((request, response) => {
      seen.push(String(request.headers['x-key']));
      response.writeHead(200).end();
    });
    const url = await listening(
      (_request, response) => void response.writeHead(307, { location: elsewhere }).end(),
    );
    expect(await failing(http(url, { 'x-key': 'secret-value' }))).toMatchObject({
      reason: 'redirected',
      message: `The server redirects to ${elsewhere}/ (HTTP 307), which Skillgate doesn’t follow: it’s a different origin and would receive what’s meant for this one.`,
    });
    expect((await failing({ type: 'sse', url, headers: { 'x-key': 'secret-value' } })).reason).toBe(
      'redirected',
    );
    expect(seen).toEqual([]);
  });

  it('follows a redirect within the origin that keeps the request, and no other', async () => {
    const seen: string[] = [];
    const moving = (status: number): Promise<string> =>
      listening((request, response, message) => {
        seen.push(`${request.method} ${request.url}`);
        if (request.url === '/')
          return void response.writeHead(status, { location: '/moved' }).end();
        if (message?.id === undefined) return void response.writeHead(202).end();
        const serverInfo = { name: 'forged', version: '1' };
        const result = { protocolVersion: '2025-06-18', capabilities, serverInfo };
        if (message.method === 'initialize') return json(response, { id: message.id, result });
        json(response, { id: message.id, error: { code: -32601, message: 'no' } });
      });
    const session = await connected(testConnector().connector, http(await moving(307)));
    expect(session.serverName).toBe('forged');
    await session.close();
    expect(seen).toContain('POST /moved');
    const url = await moving(302);
    seen.length = 0;
    expect(await failing(http(url))).toMatchObject({
      reason: 'moved',
      message: `The server redirects to ${url}/moved (HTTP 302), which Skillgate doesn’t follow: this kind of redirect drops the request.`,
    });
    expect(seen.filter((one) => one.endsWith('/moved'))).toEqual([]);
  });

  it('says that an answer broke off, or did not come to its end, and what had come', async () => {
    const begun = '{"jsonrpc":"2.0","id":0,"resu';
    const halfway = (ends: boolean): Promise<string> =>
      listening((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
        response.write(begun);
        if (ends) setTimeout(() => response.destroy(), 50);
      });
    expect(await failing(http(await halfway(true)))).toMatchObject({
      reason: 'half-answer',
      message: expect.stringMatching(/^The server ended the connection in the middle .*resu/),
    });
    const late = http(await halfway(false));
    expect(await failing(late, { connectMs: 1_500 })).toMatchObject({
      reason: 'half-answer',
      message: expect.stringMatching(
        /didn’t finish its answer .*HTTP 200 and 29 bytes had come: .*resu/,
      ),
    });
  });

  it('says of each of several answers what had come of that one', async () => {
    const url = await legacy((response, { id, params }) => {
      const half = `{"jsonrpc":"2.0","id":${String(id)},"resu`;
      if (params?.uri !== 'skill://half') return json(response, { id, result: { contents: [] } });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(half);
    });
    const session = await connected(testConnector().connector, http(url));
    const half = session.call(
      'resources/read',
      { uri: 'skill://half' },
      { signal: new AbortController().signal, timeoutMs: 600 },
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const whole = { signal: new AbortController().signal };
    expect(await session.call('resources/read', { uri: 'skill://whole' }, whole)).toMatchObject({
      ok: true,
    });
    expect(await half).toMatchObject({
      error: { reason: 'timeout', message: expect.stringContaining('didn’t finish its answer') },
    });
    await session.close();
  });

  it('takes an answer that begins with a byte order mark', async () => {
    const url = await legacy((response, { id }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`\uFEFF${JSON.stringify({ jsonrpc: '2.0', id, result: { contents: [] } })}`);
    });
    const session = await connected(testConnector().connector, http(url));
    const { signal } = new AbortController();
    expect(await session.call('resources/read', { uri: 'skill://a' }, { signal })).toMatchObject({
      ok: true,
    });
    await session.close();
  });

  it('says that a web page answers, with its title (waits for a first try)', async () => {
    const page =
      '<!doctype html><html><head><title>\n Sign in &amp; go&mdash;&#8217; </title></head></html>';
    const url = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page);
    });
    expect(await failing(http(url))).toMatchObject({
      reason: 'not-mcp',
      message: 'A web page (“Sign in & go—’”) is at this address, not an MCP server.',
    });
    const slow = await listening((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.write('<title>Lost</title>');
    });
    expect((await failing(http(slow))).message).toMatch(
      /^There’s nothing at this address \(HTTP 404\)\. It sent a web page \(“Lost”\)\./,
    );
  });

  it.each([
    [
      429,
      { 'retry-after': '30' },
      'rate-limited',
      'too many requests (HTTP 429). It asks you to wait 30 s.',
    ],
    [429, { 'retry-after': 'soon' }, 'rate-limited', 'too many requests (HTTP 429).'],
    [
      503,
      { 'retry-after': '7' },
      'busy',
      'is unavailable right now (HTTP 503). It asks you to wait 7 s.',
    ],
    [500, {}, 'busy', 'The server failed (HTTP 500).'],
    [503, {}, 'busy', 'is unavailable right now (HTTP 503).'],
    [418, {}, 'http', 'The server answered with HTTP 418.'],
  ] as const)('says what to do at HTTP %i %j', async (status, headers, reason, ending) => {
    const url = await listening((_, response) => void response.writeHead(status, headers).end());
    const failure = await failing(http(url));
    expect(failure.reason).toBe(reason);
    expect(failure.message.endsWith(ending)).toBe(true);
  });

  it('names a host that there is not', async () => {
    expect(await failing(http('http://no-such-host.invalid/mcp'))).toMatchObject({
      reason: 'dns',
      message: expect.stringContaining('no-such-host.invalid') as string,
    });
  });

  it('is given the whole time by a server that is slow, whichever revision it speaks', async () => {
    for (const era of ['modern', 'legacy']) {
      const began = Date.now();
      const url = await listening((_request, response, message) => {
        const wait = Math.max(0, began + 900 - Date.now());
        setTimeout(() => {
          if (message?.id === undefined) return void response.writeHead(202).end();
          const serverInfo = { name: era, version: '1' };
          const discovered = { supportedVersions: ['2026-07-28'], capabilities, serverInfo };
          const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
          if (era === 'modern' && message.method === 'server/discover')
            return json(response, { id: message.id, result: { ...shared, ...discovered } });
          const result = { protocolVersion: '2025-06-18', capabilities, serverInfo };
          if (era === 'legacy' && message.method === 'initialize')
            return json(response, { id: message.id, result });
          json(response, { id: message.id, error: { code: -32601, message: 'no' } });
        }, wait);
      });
      const { connector } = testConnector({ probeMs: 200, connectMs: 10_000 });
      const session = await connected(connector, http(url));
      expect(session.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-06-18');
      await session.close();
    }
  });

  it('says of redirects without an end that they are, and where they lead', async () => {
    let requests = 0;
    const endless = await listening((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: `/again-${requests}` }).end();
    });
    const failure = await failing(http(endless), { connectMs: 3_000 });
    expect(failure.reason).toBe('redirect-loop');
    expect(requests).toBeLessThan(100);
    const url = await listening((request, response) => {
      response.writeHead(308, { location: request.url === '/a' ? '/b' : '/a' }).end();
    });
    for (const config of [http(`${url}/a`), { type: 'sse', url: `${url}/a`, headers: {} } as const])
      expect(await failing(config)).toMatchObject({
        reason: 'redirect-loop',
        message: `The server redirects endlessly (HTTP 308): ${url}/a, then to ${url}/b, then to ${url}/a.`,
      });
  });

  it.each([
    ['initialize', { result: { protocolVersion: '2019-01-01', capabilities, serverInfo: {} } }],
    [
      'initialize',
      {
        error: { code: -32602, message: 'no', data: { supported: ['2019-01-01'], requested: 'x' } },
      },
    ],
    [
      'server/discover',
      {
        error: { code: -32022, message: 'no', data: { supported: ['2019-01-01'], requested: 'x' } },
      },
    ],
  ])('names the versions of a server that speaks another one at %s', async (method, answer) => {
    const url = await listening((_request, response, message) =>
      json(response, {
        id: message?.id,
        ...(message?.method === method ? answer : { error: { code: -32601, message: 'no' } }),
      }),
    );
    const failure = await failing(http(url));
    expect(failure).toMatchObject({
      reason: 'version',
      message: expect.stringMatching(
        /^The server supports MCP 2019-01-01; Skillgate supports 2026-07-28 and 20\d\d-/,
      ) as string,
    });
  });

  it.each([
    ['initialize', { protocolVersion: '2025-11-25' }],
    [
      'server/discover',
      {
        supportedVersions: ['2026-07-28'],
        ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
      },
    ],
  ])('names what of an answer to %s nobody can use', async (method, more) => {
    const asked: unknown[] = [];
    const hello = { ...more, capabilities: { tools: 7 }, serverInfo: { name: 's', version: '1' } };
    const url = await listening((_request, response, message) => {
      asked.push(message?.method);
      json(response, {
        id: message?.id,
        ...(message?.method === method
          ? { result: hello }
          : { error: { code: -32601, message: 'no' } }),
      });
    });
    expect(await failing(http(url))).toMatchObject({
      reason: 'protocol',
      message: `The server’s answer to ${method} can’t be used: capabilities.tools is the number 7, where an object belongs.`,
    });
    expect(asked.filter((one) => one === method)).toHaveLength(1);
  });

  it('gives up on a server that takes requests and never answers', async () => {
    const url = await listening(() => {});
    expect(await failing(http(url), { connectMs: 400, probeMs: 100 })).toMatchObject({
      reason: 'no-answer',
    });
  });
});

describe('what a server repeats of its configured headers', () => {
  const key = 'k3y-9f8e7d6c5b';
  const pair = `Basic ${Buffer.from(`me:${key}`).toString('base64')}`;
  const said = `${key} ${encodeURIComponent(key)} ${pair} ${pair.slice(6)}`;
  const page = `<title>${said}</title>`;
  type Answer = (response: ServerResponse, id: unknown) => void;
  const ways: Readonly<Record<string, Answer>> = {
    'a page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    'a refusal': (response) => response.writeHead(403, { 'content-type': 'text/html' }).end(page),
    'a body': (response) => response.writeHead(500, said).end(said),
    'a redirect': (response) =>
      response.writeHead(302, { location: `http://${key}.example/${key}?k=${key}` }).end(),
    'no JSON': (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(said),
    'no JSON-RPC': (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ said, [key]: [...key].map((char) => `${char}${key}`) })),
    'another type': (response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${'x'.repeat(595)}${key}`),
    'an error': (response, id) => json(response, { id, error: { code: -32000, message: said } }),
    'a version': (response, id) =>
      json(response, { id, result: { protocolVersion: key, capabilities, serverInfo: {} } }),
  };

  it.each(Object.keys(ways))('in %s is in no failure and in no log', async (way) => {
    const url = await listening((request, response, message) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      ways[way]?.(response, message?.id);
    });
    const headers = { Authorization: pair, 'X-Api-Key': key };
    for (const config of [http(url, headers), { type: 'sse', url, headers } as const]) {
      const { connector, log } = testConnector({ connectMs: 3_000, probeMs: 500 });
      const answer = await connector.connect('server', config, new AbortController().signal);
      expect(answer.ok).toBe(false);
      const shown = JSON.stringify([answer, log.rows(null)]);
      for (const secret of [key, key.slice(0, 8), pair.slice(6), pair.slice(6, 18)])
        expect(shown).not.toContain(secret);
    }
  });
});

describe('a session over HTTP', () => {
  it('sends configured headers and keeps no cookies', async () => {
    const cookies: unknown[] = [];
    const keys: unknown[] = [];
    const url = await listening((request, response, message) => {
      cookies.push(request.headers.cookie);
      keys.push(request.headers['x-key']);
      response.setHeader('set-cookie', 'a=b');
      if (message?.id === undefined) return void response.writeHead(202).end();
      if (message.method === 'initialize')
        return json(response, {
          id: message.id,
          result: {
            protocolVersion: '2025-06-18',
            capabilities,
            serverInfo: { name: 'f', version: '1' },
          },
        });
      json(response, { id: message.id, error: { code: -32601, message: 'no' } });
    });
    const session = await connected(testConnector().connector, http(url, { 'x-key': 'value' }));
    await session.call('resources/read', { uri: 'x:y' });
    expect(new Set(keys)).toEqual(new Set(['value']));
    expect(new Set(cookies)).toEqual(new Set([undefined]));
    await session.close();
  });

  it('fails one call and lives on when the answer is too large, as JSON and as an event', async () => {
    const url = await legacy((response, message) => {
      const answer = JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        result: {
          contents: [
            {
              uri: message.params?.uri,
              text: 'x'.repeat(message.params?.uri === 'x:small' ? 10 : 200_000),
            },
          ],
        },
      });
      if (message.params?.uri === 'x:json')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`event: message\ndata: ${answer}\n\n`);
    });
    const session = await connected(testConnector({ responseBytes: 100_000 }).connector, http(url));
    for (const uri of ['x:json', 'x:event'])
      expect(await session.call('resources/read', { uri })).toMatchObject({
        ok: false,
        error: {
          reason: 'too-large',
          message: 'The response is larger than 98 KiB (100,000 bytes).',
        },
      });
    expect(await session.call('resources/read', { uri: 'x:small' })).toMatchObject({ ok: true });
    await session.close();
  });

  it('names an answer that ends early, is no JSON, or is an HTTP error', async () => {
    const url = await legacy((response, message) => {
      if (message.params?.uri === 'x:event')
        return void response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(': nothing\n\n');
      if (message.params?.uri === 'x:text')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
      if (message.params?.uri === 'x:page')
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Oops</title>');
      if (message.params?.uri === 'x:cut') {
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
          .write('{"jsonrpc"');
        return void setTimeout(() => response.destroy(), 20);
      }
      response.writeHead(500).end('broken');
    });
    const session = await connected(testConnector().connector, http(url));
    for (const uri of ['x:event', 'x:text', 'x:cut', 'x:error'])
      expect(await session.call('resources/read', { uri }), uri).toMatchObject({
        ok: false,
        error: { reason: 'bad-response' },
      });
    expect(await session.call('resources/read', { uri: 'x:error' })).toMatchObject({
      error: { message: 'The server failed (HTTP 500).' },
    });
    expect(await session.call('resources/read', { uri: 'x:page' })).toMatchObject({
      error: {
        reason: 'bad-response',
        message: 'A web page (“Oops”) is at this address, not an MCP server.',
      },
    });
    await session.close();
  });

  it.each([401, 403, 404, 405])(
    'asks once more for a stream that dropped, and not again after HTTP %i (waits for the pause)',
    async (status) => {
      let asked = 0;
      const url = await listening((request, response, message) => {
        if (request.method === 'GET') {
          asked += 1;
          if (asked > 1) return void response.writeHead(status).end();
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          return void response.end('id: event-1\n\n');
        }
        if (message?.id === undefined) return void response.writeHead(202).end();
        const serverInfo = { name: 'forged', version: '1' };
        const result = { protocolVersion: '2025-06-18', capabilities, serverInfo };
        if (message.method === 'initialize') return json(response, { id: message.id, result });
        json(response, { id: message.id, error: { code: -32601, message: 'no' } });
      });
      const session = await connected(testConnector().connector, http(url));
      await new Promise((done) => setTimeout(done, 4_000));
      expect(asked).toBe(2);
      await session.close();
    },
  );

  it('resumes a stream of the older era that dropped where it ended, also after refusals', async () => {
    const resumed: unknown[] = [];
    const url = await listening((request, response, message) => {
      if (request.method === 'GET') {
        const after = request.headers['last-event-id'];
        resumed.push(after);
        if (resumed.length > 1 && resumed.length < 6) return void response.writeHead(503).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const id = after === undefined ? 1 : 2;
        const told = { jsonrpc: '2.0', method: 'notifications/resources/list_changed' };
        response.write(`retry: 20\nid: event-${id}\ndata: ${JSON.stringify(told)}\n\n`);
        if (id === 1) setTimeout(() => response.destroy(), 20);
        return;
      }
      if (message?.id === undefined) return void response.writeHead(202).end();
      const serverInfo = { name: 'forged', version: '1' };
      const result = { protocolVersion: '2025-06-18', capabilities, serverInfo };
      if (message.method === 'initialize') return json(response, { id: message.id, result });
      json(response, { id: message.id, error: { code: -32601, message: 'no' } });
    });
    const session = await connected(testConnector().connector, http(url));
    let heard = 0;
    const twice = new Promise<void>((resolve) =>
      session.onNotification(() => {
        heard += 1;
        if (heard === 2) resolve();
      }),
    );
    await twice;
    expect(resumed).toEqual([undefined, ...Array.from({ length: 5 }, () => 'event-1')]);
    await session.close();
  });

  it('ends when the server forgets it or goes away', async () => {
    const forgetful = await legacy((response) => void response.writeHead(404).end(), {
      'mcp-session-id': 'one',
    });
    const session = await connected(testConnector().connector, http(forgetful));
    const closed = new Promise((resolve) => session.onClosed(resolve));
    expect(await session.call('resources/read', { uri: 'x:y' })).toMatchObject({
      ok: false,
      error: { reason: 'closed' },
    });
    expect(await closed).toMatchObject({
      reason: 'closed',
      message: 'The server ended the session.',
    });

    const remote = await remoteServer('honest', ['--transport', 'http']);
    const second = await connected(testConnector().connector, remote.config);
    const gone = new Promise((resolve) => second.onClosed(resolve));
    await remote.stop();
    expect(await second.call('skills/list', {})).toMatchObject({
      ok: false,
      error: { reason: 'closed' },
    });
    expect(await gone).toMatchObject({ reason: 'network' });
  });

  it('ends over SSE when the event stream ends, and with the reason when one event is too large', async () => {
    const remote = await remoteServer('honest', ['--transport', 'sse', '--skills', '40'], 'sse');
    const small = await connected(testConnector({ responseBytes: 1_500 }).connector, remote.config);
    const tooLarge = new Promise((resolve) => small.onClosed(resolve));
    expect(await small.call('skills/list', {})).toMatchObject({
      ok: false,
      error: { reason: 'closed' },
    });
    expect(await tooLarge).toMatchObject({ reason: 'too-large' });

    const session = await connected(testConnector().connector, remote.config);
    const closed = new Promise((resolve) => session.onClosed(resolve));
    await remote.stop();
    expect(await closed).toMatchObject({
      reason: expect.stringMatching(/^(closed|network)$/) as string,
    });
  });
});
