import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { answer, RpcError } from './answers.ts';
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
  const make = (): Server => legacyServer(scenario, changes);
  if (transport === 'stdio') return make().connect(new StdioServerTransport());
  const { serveHttp, serveSse } = await import('./legacy-http.ts');
  await (transport === 'sse' ? serveSse(make) : serveHttp(make));
}
