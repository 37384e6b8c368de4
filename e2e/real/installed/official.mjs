import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { loadSkills } from '@modelcontextprotocol/server/ext/skills/node';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { listen } from './announced.mjs';

/**
 * `loadSkills` of the official SDK, as its documentation has it:
 * `official.mjs FOLDER stdio|http legacy|modern|both`.
 */
const [folder, transport, era] = process.argv.slice(2);
const skills = await loadSkills(folder);
const make = () => {
  const server = new McpServer({ name: 'official', version: '2.4.0' });
  skills.attach(server);
  return server;
};

/** The older era by itself: sessions, each with a server of its own. */
function sessions() {
  const open = new Map();
  return async (request, response) => {
    const known = open.get(request.headers['mcp-session-id']);
    if (known !== undefined) return known.handleRequest(request, response);
    const session = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void open.set(id, session),
      onsessionclosed: (id) => void open.delete(id),
    });
    await make().connect(session);
    return session.handleRequest(request, response);
  };
}

if (transport === 'http' && era === 'legacy') listen(createServer(sessions()));
else if (transport === 'http')
  listen(
    createServer(
      toNodeHandler(createMcpHandler(make, { legacy: era === 'modern' ? 'reject' : 'stateless' })),
    ),
  );
else if (era === 'legacy') await make().connect(new StdioServerTransport());
else serveStdio(make, { legacy: era === 'modern' ? 'reject' : 'serve' });
