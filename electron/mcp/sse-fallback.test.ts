import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { adviceOn } from '../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import {
  olderHello,
  scriptedHttp,
  sendJson,
  type ScriptedMessage,
  type ScriptedRequest,
} from './testing/scripted-http.ts';
import { connected, testConnector } from './testing/servers.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface OlderServer {
  readonly untyped: ServerConfig;
  readonly typed: ServerConfig;
  readonly sse: ServerConfig;
  readonly asked: string[];
  /** The event stream that is open. */
  stream: ServerResponse | null;
  /** How messages are refused after the handshake; null where they aren't. */
  lost: [number, string] | null;
  /** It speaks Streamable HTTP. */
  answers: boolean;
  /** What POST to the address itself is answered with. */
  refuse: (response: ServerResponse) => void;
  /** What GET is answered with. */
  listen: (exchange: ScriptedRequest) => void;
}

const events = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
};

const answerHere = (response: ServerResponse, { id, method }: ScriptedMessage): void =>
  id === undefined
    ? void response.writeHead(202).end()
    : method === 'initialize'
      ? sendJson(response, 200, { id, result: olderHello })
      : sendJson(response, 200, { id, error: { code: -32_601, message: `no ${method}` } });

/** A server of the older HTTP+SSE transport, at `/mcp` and `/messages`. */
async function olderServer(status: number): Promise<OlderServer> {
  const { url, stop } = await scriptedHttp((exchange) => {
    const { request, response, message } = exchange;
    server.asked.push(`${request.method} ${request.url} ${message?.method ?? ''}`.trim());
    if (request.method === 'GET') return server.listen(exchange);
    if (server.answers && message !== null) return answerHere(response, message);
    if (request.url !== '/messages') return server.refuse(response);
    if (server.lost !== null && message?.method !== 'initialize')
      return void response.writeHead(...server.lost).end();
    response.writeHead(202).end();
    if (message?.id === undefined) return;
    const answer =
      message.method === 'initialize'
        ? { result: olderHello }
        : { error: { code: -32_601, message: `no ${message.method}` } };
    const event = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer });
    server.stream?.write(`event: message\ndata: ${event}\n\n`);
  });
  stops.push(stop);
  const server: OlderServer = {
    untyped: { type: 'http', url, headers: {}, isTypeImplied: true },
    typed: { type: 'http', url, headers: {} },
    sse: { type: 'sse', url, headers: {} },
    asked: [],
    stream: null,
    answers: false,
    lost: null,
    refuse: (response) => void response.writeHead(status).end('Cannot POST'),
    listen: ({ response }) => {
      server.stream = response;
      events(response, 'event: endpoint\ndata: /messages\n\n');
    },
  };
  return server;
}

async function failing(config: ServerConfig): Promise<ConnectionFailure> {
  const { connector } = testConnector({ probeMs: 400, connectMs: 3_000 });
  const answer = await connector.connect('server', config, new AbortController().signal);
  if (answer.ok) throw new Error('it connected');
  return answer.error;
}

describe('an address without a type', () => {
  it.each([400, 404, 405])(
    'that refuses POST with HTTP %i is tried as HTTP+SSE',
    async (status) => {
      const server = await olderServer(status);
      const session = await connected(testConnector().connector, server.untyped);
      expect(session).toMatchObject({ fallback: 'sse', protocolVersion: '2025-06-18' });
      expect(await session.call('skills/list', {})).toMatchObject({
        error: { reason: 'error-response', message: 'no skills/list' },
      });
      await session.close();
    },
  );

  it('is remembered as HTTP+SSE, until that fails', async () => {
    const server = await olderServer(404);
    const { connector } = testConnector();
    await (await connected(connector, server.untyped)).close();
    server.asked.length = 0;
    const again = await connected(connector, server.untyped);
    expect(again.fallback).toBe('sse');
    expect(server.asked[0]).toBe('GET /mcp');
    expect(server.asked).not.toContain('POST /mcp initialize');
    await again.close();
    const { listen } = server;
    server.listen = ({ response }) => void response.writeHead(404).end();
    expect(
      await connector.connect('server', server.untyped, new AbortController().signal),
    ).toMatchObject({ ok: false, error: { reason: 'not-found' } });
    server.asked.length = 0;
    server.listen = listen;
    await (await connected(connector, server.untyped)).close();
    expect(server.asked[0]).toBe('POST /mcp server/discover');
  });

  it('that speaks another transport than before is connected to at once', async () => {
    const server = await olderServer(405);
    const { connector } = testConnector();
    await (await connected(connector, server.untyped)).close();
    server.listen = ({ response }) => void response.writeHead(405).end();
    server.answers = true;
    const session = await connected(connector, server.untyped);
    expect(session.fallback).toBeUndefined();
    await session.close();
  });

  it.each([401, 403, 429, 500, 503])('isn’t tried after HTTP %i', async (status) => {
    const server = await olderServer(status);
    await failing(server.untyped);
    expect(server.asked.filter((one) => one.startsWith('GET'))).toEqual([]);
  });

  it('that is neither fails with the first refusal', async () => {
    const server = await olderServer(404);
    for (const listen of [
      ({ response }: ScriptedRequest) => void response.writeHead(404).end(),
      ({ response }: ScriptedRequest) => void response.writeHead(200).end('hello'),
      ({ response }: ScriptedRequest) => events(response, ': nothing\n\n'),
      () => {},
    ]) {
      server.listen = listen;
      expect(await failing(server.untyped)).toMatchObject({
        reason: 'not-found',
        message: 'There’s nothing at this address (HTTP 404).',
      });
    }
  });

  it('whose endpoint is at another origin gets nothing, there or here', async () => {
    const elsewhere: string[] = [];
    const other = await scriptedHttp(({ request, response }) => {
      elsewhere.push(`${request.method} ${request.url}`);
      response.writeHead(202).end();
    });
    stops.push(other.stop);
    const server = await olderServer(405);
    const { origin } = new URL(other.url);
    server.listen = ({ response }) =>
      events(response, `event: endpoint\ndata: ${origin}/messages\n\n`);
    for (const config of [server.untyped, server.sse]) {
      const failure = await failing(config);
      expect(failure).toMatchObject({
        reason: 'protocol',
        message: `The server’s event stream names an endpoint at another origin (${origin}). Skillgate sends nothing there: it would receive what’s meant for this server.`,
      });
    }
    expect(elsewhere).toEqual([]);
  });

  it('that names another origin later loses its connection', async () => {
    const server = await olderServer(405);
    const session = await connected(testConnector().connector, server.untyped);
    const closed = new Promise<ConnectionFailure>((resolve) => session.onClosed(resolve));
    server.stream?.write('event: endpoint\ndata: http://other.example/messages\n\n');
    expect((await closed).message).toContain('another origin (http://other.example)');
    expect(await session.call('skills/list', {})).toMatchObject({ error: { reason: 'closed' } });
  });
});

describe('an address with the type "http"', () => {
  it('that speaks HTTP+SSE fails, and says which type to set', async () => {
    const server = await olderServer(405);
    const failure = await failing(server.typed);
    expect(failure).toMatchObject({
      reason: 'needs-sse',
      message:
        'The address refuses Streamable HTTP (HTTP 405) and answers GET with an event stream, as the older HTTP+SSE transport does.',
    });
    expect(adviceOn(failure).next).toContain('"type": "sse"');
    expect(server.asked).not.toContain('POST /messages initialize');
  });

  it('fails with its refusal where GET gets no event stream', async () => {
    const server = await olderServer(404);
    server.listen = ({ response }) => void response.writeHead(404).end();
    expect(await failing(server.typed)).toMatchObject({ reason: 'not-found' });
  });
});

describe('a session of the older transport', () => {
  it.each([404, 410])('is lost when its endpoint is gone: HTTP %i', async (status) => {
    const server = await olderServer(405);
    const session = await connected(testConnector().connector, server.sse);
    server.lost = [status, 'Gone'];
    expect(await session.call('skills/list', {})).toMatchObject({
      error: { reason: 'closed', sessionLost: true, message: 'The server ended the session.' },
    });
  });

  it('fails one call in the words of any refusal', async () => {
    const server = await olderServer(405);
    const session = await connected(testConnector().connector, server.sse);
    server.lost = [500, 'No'];
    expect(await session.call('skills/list', {})).toMatchObject({
      error: { reason: 'bad-response', message: 'The server failed (HTTP 500).' },
    });
    await session.close();
  });
});
