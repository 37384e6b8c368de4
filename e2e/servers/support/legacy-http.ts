import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { announce } from './announce.ts';

// A file of its own: a server over pipes starts faster without it.

/** Serves each session of Streamable HTTP with a server of its own. */
export async function serveHttp(makeServer: () => Server): Promise<void> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  await announce(
    createServer(async (request, response) => {
      const id = request.headers['mcp-session-id'];
      let session = typeof id === 'string' ? sessions.get(id) : undefined;
      if (session === undefined) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (given) => void sessions.set(given, fresh),
        });
        session = fresh;
        await makeServer().connect(fresh as never);
      }
      await session.handleRequest(request, response);
    }),
  );
}

/** The same over HTTP with SSE. */
export function serveSse(makeServer: () => Server): Promise<void> {
  const sessions = new Map<string, SSEServerTransport>();
  return announce(
    createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'GET' && url.pathname === '/sse') {
        const session = new SSEServerTransport('/messages', response);
        sessions.set(session.sessionId, session);
        await makeServer().connect(session);
      } else if (request.method === 'POST') {
        const session = sessions.get(url.searchParams.get('sessionId') ?? '');
        if (session === undefined) response.writeHead(404).end();
        else await session.handlePostMessage(request, response);
      } else {
        response.writeHead(405).end();
      }
    }),
    '/sse',
  );
}
