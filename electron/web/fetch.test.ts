import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchBounded, type FetchBounds } from './fetch.ts';

const bounds: FetchBounds = { responseBytes: 1_000, requestMs: 5_000, redirects: 3 };

async function served<T>(listener: RequestListener, run: (root: URL) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    return await run(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

describe('one answer of a site', () => {
  it('is its bytes, its type and where it came from in the end', () =>
    served(
      (request, response) =>
        void (request.url === '/a'
          ? response.writeHead(302, { location: '/b' }).end()
          : response
              .writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' })
              .end('hello')),
      async (root) => {
        expect(await fetchBounded('/a', root, bounds)).toMatchObject({
          ok: true,
          value: {
            url: new URL('/b', root).href,
            mimeType: 'text/markdown',
            bytes: Buffer.from('hello'),
          },
        });
      },
    ));

  it.each([
    [429, '7', 'rate-limited', 7_000],
    [503, undefined, 'busy', undefined],
    [500, '7', 'busy', 7_000],
  ] as const)('of HTTP %d, that asks to wait %s, is none for now', (status, wait, reason, ms) =>
    served(
      (_, response) =>
        void response.writeHead(status, wait === undefined ? {} : { 'retry-after': wait }).end(),
      async (root) => {
        expect(await fetchBounded('/', root, bounds)).toEqual({
          ok: false,
          error: {
            reason: 'not-now',
            message: expect.stringContaining(`(HTTP ${status})`) as string,
            cause: { reason, ...(ms === undefined ? {} : { retryAfterMs: ms }) },
          },
        });
      },
    ),
  );

  it('is asked for without credentials, cookies or compression', async () => {
    let headers: unknown;
    await served(
      (request, response) => {
        headers = request.headers;
        response.writeHead(200, { 'set-cookie': 'a=b' }).end();
      },
      async (root) => {
        await fetchBounded('/', root, bounds);
        await fetchBounded('/', root, bounds);
      },
    );
    expect(Object.keys(headers as object).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('is given up when it is too large, compressed, an error or a circle', () =>
    served(
      (request, response) => {
        if (request.url === '/large') return void response.writeHead(200).end(Buffer.alloc(2_000));
        if (request.url === '/gzip')
          return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'));
        if (request.url === '/loop')
          return void response.writeHead(302, { location: '/loop' }).end();
        return void response.writeHead(404).end();
      },
      async (root) => {
        expect(await fetchBounded('/large', root, bounds)).toMatchObject({
          ok: false,
          error: { reason: 'too-large' },
        });
        expect(await fetchBounded('/gzip', root, bounds)).toMatchObject({
          ok: false,
          error: { reason: 'bad-response' },
        });
        expect(await fetchBounded('/loop', root, bounds)).toMatchObject({
          ok: false,
          error: { message: expect.stringContaining('more than 3 times') as string },
        });
        expect(await fetchBounded('/none', root, bounds)).toMatchObject({
          ok: false,
          error: { reason: 'error-response', code: 404 },
        });
      },
    ));

  it('never comes from where the site leads: this machine, another scheme, user info, or http instead of https', async () => {
    const site = new URL('https://skills.example/');
    for (const address of [
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
      'https://10.0.0.1/',
      'http://skills.example/x',
      'file:///etc/passwd',
      'https://user:pass@skills.example/',
    ]) {
      expect(await fetchBounded(address, site, bounds)).toMatchObject({
        ok: false,
        error: { reason: 'bad-response' },
      });
    }
    await served(
      (_, response) => void response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
      async (root) =>
        expect(await fetchBounded('/', root, bounds)).toMatchObject({
          ok: false,
          error: { reason: 'bad-response' },
        }),
    );
  });

  it('stops when the person cancels', () =>
    served(
      () => {},
      async (root) => {
        const abort = new AbortController();
        const answer = fetchBounded('/', root, bounds, abort.signal);
        abort.abort();
        expect(await answer).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
      },
    ));
});
