import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { answer, RpcError } from './answers.ts';
import { announce } from './announce.ts';
import type { Changes, Scenario } from './scenario.ts';

const methods = [
  'skills/list',
  'skills/get',
  'resources/read',
  'resources/directory/read',
] as const;

/** An honest server of the 2025-11-25 revision, on the SDK of that era. */
function legacyServer(scenario: () => Scenario, changes: Changes | null): Server {
  const capabilities = {
    resources: changes === null ? {} : { listChanged: true },
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  };
  const server = new Server(
    { name: 'honest-legacy', version: '1.0.0' },
    { capabilities, instructions: scenario().instructions },
  );
  for (const method of methods) {
    server.setRequestHandler(
      z.object({ method: z.literal(method), params: z.record(z.string(), z.unknown()).optional() }),
      ({ params }) => {
        try {
          return answer(scenario(), method, params ?? {});
        } catch (error) {
          // The SDK puts "MCP error <code>: " before the message by itself.
          throw error instanceof RpcError ? new McpError(error.code, error.message) : error;
        }
      },
    );
  }
  // Those of skills need not stand in this list.
  server.setRequestHandler(z.object({ method: z.literal('resources/list') }), () => ({
    resources: scenario().resources ?? [],
  }));
  changes?.(() => void server.sendResourceListChanged());
  return server;
}

export async function serveLegacy(
  scenario: () => Scenario,
  transport: string,
  changes: Changes | null = null,
): Promise<void> {
  if (transport === 'stdio')
    return legacyServer(scenario, changes).connect(new StdioServerTransport());
  if (transport === 'sse') return serveSse(scenario, changes);
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
        await legacyServer(scenario, changes).connect(fresh as never);
      }
      await session.handleRequest(request, response);
    }),
  );
}

function serveSse(scenario: () => Scenario, changes: Changes | null): Promise<void> {
  const sessions = new Map<string, SSEServerTransport>();
  return announce(
    createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'GET' && url.pathname === '/sse') {
        const session = new SSEServerTransport('/messages', response);
        sessions.set(session.sessionId, session);
        await legacyServer(scenario, changes).connect(session);
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
