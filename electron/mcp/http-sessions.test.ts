import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
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

async function serving(handle: (exchange: ScriptedRequest) => void): Promise<ServerConfig> {
  const { config, stop } = await scriptedHttp(handle);
  stops.push(stop);
  return config;
}

/** A server with sessions; `other` answers everything but the handshake. */
function withSessions(
  other: (response: ServerResponse, message: ScriptedMessage, isKnown: boolean) => void,
): Promise<ServerConfig> & { readonly sessions: Set<unknown>; readonly asked: string[] } {
  const sessions = new Set<unknown>();
  const asked: string[] = [];
  const config = serving(({ request, response, message }) => {
    if (message === null) return void response.writeHead(405).end();
    asked.push(message.method);
    if (message.method === 'initialize') {
      const id = randomUUID();
      sessions.add(id);
      response.setHeader('mcp-session-id', id);
      return sendJson(response, 200, { id: message.id, result: olderHello });
    }
    const isKnown = sessions.has(request.headers['mcp-session-id']);
    if (isKnown && message.id === undefined) return void response.writeHead(202).end();
    other(response, message, isKnown);
  });
  return Object.assign(config, { sessions, asked });
}

const noMethod = (message: ScriptedMessage) => ({
  id: message.id,
  error: { code: -32_601, message: `invalid method ${message.method}` },
});

describe('a JSON-RPC error in a refused request', () => {
  it.each([400, 404, 405, 500, 501])('is the answer with HTTP %i', async (status) => {
    const config = await withSessions((response, message, isKnown) => {
      if (message.method === 'resources/read' && isKnown)
        return sendJson(response, 200, { id: message.id, result: { contents: [] } });
      sendJson(response, status, noMethod(message));
    });
    const session = await connected(testConnector().connector, config);
    expect(await session.call('skills/list', {})).toEqual({
      ok: false,
      error: { reason: 'error-response', code: -32_601, message: 'invalid method skills/list' },
    });
    expect(await session.call('resources/read', {})).toEqual({ ok: true, value: { contents: [] } });
    expect(await session.relay?.request('prompts/list', {})).toEqual({
      ok: true,
      value: { error: { code: -32_601, message: 'invalid method prompts/list' } },
    });
    await session.close();
  });

  it('isn’t the answer when it is under the id of another request', async () => {
    const config = await withSessions((response, message) =>
      sendJson(response, 500, { ...noMethod(message), id: 12 }),
    );
    const session = await connected(testConnector().connector, config);
    expect(await session.call('skills/list', {})).toMatchObject({
      ok: false,
      error: { reason: 'bad-response', message: 'The server failed (HTTP 500).' },
    });
    await session.close();
  });
});

describe('a session over HTTP', () => {
  const error = { id: null, error: { code: -32_000, message: 'No valid session ID provided' } };
  it.each([
    [400, JSON.stringify({ jsonrpc: '2.0', ...error })],
    [401, 'Unauthorized: Session not found'],
    [404, ''],
    [410, 'Gone'],
    [500, JSON.stringify({ jsonrpc: '2.0', ...error })],
  ])('is lost when the server says so with HTTP %i', async (status, body) => {
    const script = withSessions((response, message, isKnown) =>
      isKnown || message.method === 'server/discover'
        ? sendJson(response, 200, noMethod(message))
        : void response.writeHead(status, { 'content-type': 'text/plain' }).end(body),
    );
    const session = await connected(testConnector().connector, await script);
    const closed = new Promise((resolve) => session.onClosed(resolve));
    script.sessions.clear();
    expect(await session.call('skills/list', {})).toMatchObject({
      ok: false,
      error: { reason: 'closed', sessionLost: true, message: 'The server ended the session.' },
    });
    expect(await closed).toMatchObject({ reason: 'closed' });
  });

  it.each([
    [401, 'Unauthorized: Session ID is required'],
    [403, 'Forbidden: missing session'],
    [400, 'Mcp-Session-Id header is required'],
    [500, 'Session ID is missing'],
  ])(
    'begins where the first question is refused for want of one: HTTP %i',
    async (status, text) => {
      const script = withSessions((response, message, isKnown) =>
        isKnown
          ? sendJson(response, 200, noMethod(message))
          : void response.writeHead(status).end(text),
      );
      const session = await connected(testConnector().connector, await script);
      expect(session.protocolVersion).toBe('2025-06-18');
      expect(script.asked).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
      await session.close();
    },
  );

  it('that is lost as soon as it began is said to be', async () => {
    const script = withSessions((response, message) => {
      script.sessions.clear();
      if (message.method === 'server/discover') return sendJson(response, 200, noMethod(message));
      response.writeHead(404).end();
    });
    const config = await script;
    const { connector } = testConnector();
    const first = await connected(connector, config);
    script.sessions.clear();
    expect(await first.call('skills/list', {})).toMatchObject({ error: { sessionLost: true } });
  });
});
