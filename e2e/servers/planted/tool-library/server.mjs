import { createServer } from 'node:http';
import { answerTo } from './src/dispatch.mjs';
import { leaflet } from './src/leaflets.mjs';

/**
 * The tool library's skills over Streamable HTTP, protocol 2026-07-28: no sessions, one JSON answer
 * for each POST to /mcp. GET /leaflets/TOOL/FILE has the same files for people with a browser.
 */
const port = Number(process.env.PORT ?? 18202);
const longest = 1024 * 1024;

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://127.0.0.1');
  // A page of somebody else's in a browser on this machine has no business here.
  const origin = request.headers.origin;
  if (origin !== undefined && !/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin))
    return void response.writeHead(403).end();
  if (pathname.startsWith('/leaflets/')) return leaflet(pathname, request, response);
  if (pathname !== '/mcp') return void response.writeHead(404).end();
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();

  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) {
    body += part;
    if (body.length > longest) return void response.writeHead(413).end();
  }
  const { status, message } = answerTo(body, request.headers);
  if (message === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
});

server.listen(port, '127.0.0.1', () => {
  console.log(`tool library: http://127.0.0.1:${server.address().port}/mcp`);
});
