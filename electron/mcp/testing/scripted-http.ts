import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerConfig } from '../../engine/ports/servers.ts';

export interface ScriptedMessage {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly uri?: string };
}

export interface ScriptedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Null where the request has no body. */
  readonly message: ScriptedMessage | null;
}

/** A server over HTTP whose every answer a test writes. */
export function scriptedHttp(
  handle: (exchange: ScriptedRequest) => void,
): Promise<{ readonly url: string; readonly config: ServerConfig; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = body === '' ? null : (JSON.parse(body) as ScriptedMessage);
      handle({ request, response, message });
    });
  });
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      resolve({ url, config: { type: 'http', url, headers: {} }, stop });
    });
  });
}

/** The result of `initialize` of a server of the older era. */
export const olderHello = {
  protocolVersion: '2025-06-18',
  capabilities: { resources: {} },
  serverInfo: { name: 'scripted', version: '1' },
} as const;

export const sendJson = (response: ServerResponse, status: number, message: object): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
