import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { olderHello } from './testing/scripted-http.ts';
import { connected, stdioConfig, testConnector } from './testing/servers.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A server over HTTP that answers, and writes this text over and over on its stream for changes. */
async function flooding(text: string) {
  const code = `const chunk = ${JSON.stringify(text)}.repeat(${Math.ceil(65_536 / text.length)});
    const server = require('node:http').createServer((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const flood = () => response.write(chunk, () => setImmediate(flood));
        return flood();
      }
      let body = '';
      request.on('data', (part) => (body += part)).on('end', () => {
        const { id, method } = JSON.parse(body);
        if (id === undefined || method === undefined) return response.writeHead(202).end();
        const answer =
          method === 'server/discover'
            ? { error: { code: -32601, message: 'no' } }
            : { result: method === 'initialize' ? ${JSON.stringify(olderHello)} : {} };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
      });
    }).listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  stops.push(() => child.kill('SIGKILL'));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  return { type: 'http', url, headers: {} } as const;
}

const event = (message: object): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;

describe('a server whose event stream never rests', () => {
  it.each([
    ['notifications', event({ method: 'notifications/resources/list_changed' })],
    ['answers that nobody asked for', event({ id: 'a', result: {} })],
  ])('is still answered, and leaves the log to others: %s', async (_, text) => {
    const { connector, log } = testConnector({ closeMs: 100 });
    const other = await connected(connector, stdioConfig('honest', []));
    const noisy = await connected(connector, await flooding(text));
    const began = Date.now();
    while (Date.now() < began + 1_000)
      expect(await other.call('resources/list', {})).toMatchObject({ ok: true });
    const answer = await noisy.call('ping', {});
    expect(answer).toMatchObject({ ok: true });
    expect(log.rows(null).length).toBeLessThan(8_000);
    await noisy.close();
    await other.close();
  });
});
