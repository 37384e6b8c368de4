import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/**
 * Streamable HTTP in front of programs that speak over pipes: the suite knows servers by their
 * address alone. One program for each session of the older era; of the newer, which has none, one
 * for each client that introduces itself in its own way. Nothing is rewritten but ids.
 */
export async function openLane(start) {
  const sessions = new Map();
  const server = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (request.method === 'DELETE') {
      sessions.get(id)?.end();
      sessions.delete(id);
      return void response.writeHead(200).end();
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
    const name = message.method === 'initialize' ? randomUUID() : (id ?? clientOf(message));
    if (!sessions.has(name) && id === undefined) sessions.set(name, programOf(start()));
    const program = sessions.get(name);
    if (program === undefined) return void response.writeHead(404).end();
    if (message.method === 'initialize') response.setHeader('mcp-session-id', name);
    program.take(message, response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([...sessions.values()].map((program) => program.end()));
    },
  };
}

const prefix = 'io.modelcontextprotocol';
const introduction = ['protocolVersion', 'clientInfo', 'clientCapabilities'];
const clientOf = ({ params }) =>
  JSON.stringify(introduction.map((key) => params?._meta?.[`${prefix}/${key}`] ?? null));

function programOf(child) {
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  const waiting = new Map();
  let next = 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    const asked = message.method === undefined ? waiting.get(message.id) : undefined;
    // What belongs to no answer goes where one is waited for, and last of all.
    const { response, id } = asked ?? [...waiting.values()].at(-1) ?? {};
    if (response === undefined) return;
    const said = asked === undefined ? message : { ...message, id };
    response.write(`event: message\ndata: ${JSON.stringify(said)}\n\n`);
    if (asked === undefined) return;
    waiting.delete(message.id);
    response.end();
  });
  const write = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    take(message, response) {
      if (message.method === undefined || message.id === undefined) {
        write(message);
        return void response.writeHead(202).end();
      }
      const id = `lane-${next}`;
      next += 1;
      waiting.set(id, { response, id: message.id });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write({ ...message, id });
    },
    end() {
      child.stdin.end();
      return ended;
    },
  };
}
