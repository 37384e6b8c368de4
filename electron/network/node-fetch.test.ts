import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFetch } from './node-fetch.ts';
import { openNetwork } from './outbound.ts';
import { answers, forgedProxy } from './testing/forged-proxy.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function served(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`);
}

const direct = nodeFetch({ ca: undefined, tunnel: () => null });

describe('fetch over node:http', () => {
  it('sends method, headers and body, and gives status, headers and body', async () => {
    const url = await served(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { method, url: path, headers } = request;
      response.writeHead(418, 'I’m a teapot'.replace('’', "'"), { 'x-a': ['1', '2'] });
      response.end(
        JSON.stringify([method, path, headers['x-b'], Buffer.concat(chunks).toString()]),
      );
    });
    const answer = await direct(url, { method: 'POST', headers: { 'X-B': 'ü' }, body: '{"é":1}' });
    expect([answer.status, answer.statusText, answer.headers.get('x-a'), answer.url]).toEqual([
      ...[418, "I'm a teapot", '1, 2'],
      url.href,
    ]);
    expect(await answer.json()).toEqual(['POST', '/a?b=c', 'ü', '{"é":1}']);
  });

  it('follows no redirect', async () => {
    const url = await served((_, response) => response.writeHead(307, { location: '/x' }).end());
    const answer = await direct(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/x']);
  });

  it.each([
    ['gzip', gzipSync('plain')],
    ['br', brotliCompressSync('plain')],
    ['identity', Buffer.from('plain')],
  ])('decodes what a server compresses unasked: %s', async (encoding, bytes) => {
    const url = await served((request, response) => {
      expect(request.headers['accept-encoding']).toBeUndefined();
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    });
    expect(await (await direct(url)).text()).toBe('plain');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'is cut',
      (response) => {
        response.writeHead(200, { 'content-length': '10' }).write('abc');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'isn’t what it says it is',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('abc'),
    ],
  ])('fails while a body is read that %s', async (_, answer) => {
    const url = await served((__, response) => answer(response));
    await expect(direct(url).then((response) => response.text())).rejects.toThrow();
  });

  it('ends with its signal: before the answer, and while the body comes', async () => {
    const closed: string[] = [];
    const come: string[] = [];
    const url = await served((request, response) => {
      come.push(String(request.headers['x-n']));
      response.on('close', () => closed.push(String(request.headers['x-n'])));
      if (request.headers['x-n'] === 'body') response.write('beginning');
    });
    for (const n of ['head', 'body']) {
      const control = new AbortController();
      const sent = direct(url, { headers: { 'x-n': n }, signal: control.signal });
      const text = sent.then((response) => response.text());
      const ended = expect(text).rejects.toThrow(/stop|abort/i);
      await expect.poll(() => come).toContain(n);
      if (n === 'body') await sent;
      control.abort(new Error('stop'));
      await ended;
    }
    await expect.poll(() => closed.toSorted()).toEqual(['body', 'head']);
  });

  it('keeps one tunnel for several requests, and has an empty body where HTTP has none', async () => {
    const url = await served((_, response) => response.writeHead(204).end());
    const proxy = await forgedProxy(Number(url.port));
    stops.push(() => proxy.stop());
    const network = openNetwork({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    for (let at = 0; at < 3; at += 1) {
      const answer = await network.fetch('http://mcp.invalid/');
      expect([answer.status, answer.body]).toEqual([204, null]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(proxy.asked).toHaveLength(1);
  });

  it('rejects a status line that can’t be passed on, and crashes nothing', async () => {
    const proxy = await forgedProxy(
      answers('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 \u0001\u0002\r\ncontent-length: 0\r\n\r\n'),
    );
    stops.push(() => proxy.stop());
    const network = openNetwork({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    await expect(network.fetch('http://mcp.invalid/')).rejects.toThrow('fetch failed');
  });
});
