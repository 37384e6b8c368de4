import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a client sent it. */
export interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Forged {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Where a client should connect. */
  readonly url: string;
  stop(): void;
}

/**
 * A server over HTTP whose every answer a test writes: what goes next to `id` of a message, null if
 * the message is only accepted (HTTP 202), or nothing if `answer` has answered on its own.
 */
export async function forged(
  answer: (
    asked: Asked,
    request: IncomingMessage,
    response: ServerResponse,
  ) => object | null | undefined,
): Promise<Forged> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => (body += String(data)));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const asked = JSON.parse(body) as Asked;
      const said = answer(asked, request, response);
      if (said === undefined) return;
      if (said === null) return void response.writeHead(202).end();
      response
        .writeHead(200, json)
        .end(JSON.stringify({ jsonrpc: '2.0', id: asked.id ?? null, ...said }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The head of every JSON answer. */
export const json = { 'content-type': 'application/json' };

export const noSuchMethod = { error: { code: -32_601, message: 'Method not found' } };

/** Fields of a result besides its own, in the newer era. */
export const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
const serverInfo = { name: 's', version: '1' };

/** What a server of the extension says first, in the newer and the older era. */
export const hello = { supportedVersions: ['2026-07-28'], serverInfo, ...complete, capabilities };
export const olderHello = { protocolVersion: '2025-11-25', serverInfo, capabilities };
