import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { ServerConfig } from '../usecases/ports/servers.ts';
import type { Bounds } from './bounds.ts';
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
  bounds: Partial<Bounds> = {},
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
  it.each([401, 403])('says what to do about HTTP %i', async (status) => {
    const url = await listening((_request, response) => void response.writeHead(status).end());
    expect(await failing(http(url))).toMatchObject({
      reason: 'unauthorized',
      message: expect.stringContaining('Add an Authorization header') as string,
    });
    expect(await failing({ type: 'sse', url, headers: {} })).toMatchObject({
      reason: 'unauthorized',
    });
  });

  it.each([404, 405])('proposes SSE when a request is answered with HTTP %i', async (status) => {
    const url = await listening((_request, response) => void response.writeHead(status).end());
    expect(await failing(http(url))).toMatchObject({
      reason: 'http',
      message: expect.stringContaining('try type "sse"') as string,
    });
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
      reason: 'http',
      message: expect.stringContaining('redirects') as string,
    });
    expect((await failing({ type: 'sse', url, headers: { 'x-key': 'secret-value' } })).reason).toBe(
      'http',
    );
    expect(seen).toEqual([]);
  });

  it('ends a chain of redirects', async () => {
    let requests = 0;
    const url = await listening((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: `/again-${requests}` }).end();
    });
    const failure = await failing(http(url), { connectMs: 3_000 });
    expect(['http', 'protocol', 'network']).toContain(failure.reason);
    expect(requests).toBeLessThan(100);
  });

  it('gives up on a server that takes requests and never answers', async () => {
    const url = await listening(() => {});
    expect(await failing(http(url), { connectMs: 400, probeMs: 100 })).toMatchObject({
      reason: 'timeout',
    });
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
          message: 'The answer is larger than 98 KiB (100,000 bytes).',
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
      error: { message: 'The server answered with HTTP 500.' },
    });
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
      message: 'The server has ended the session.',
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
