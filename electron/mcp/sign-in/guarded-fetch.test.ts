import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openNetwork } from '../../network/outbound.ts';
import { answers, forgedProxy } from '../../network/testing/forged-proxy.ts';
import { guardBounds, guardedFetch, refusalOf } from './guarded-fetch.ts';

const here = new URL('http://127.0.0.1:9/mcp');
const far = new URL('https://mcp.example/mcp');

it.each([
  ['file:///etc/passwd', here],
  ['javascript:alert(1)', here],
  ['data:text/plain,x', here],
  ['http://login.example/', far],
  ['https://user:secret@login.example/', far],
  ['http://127.0.0.1:8080/', far],
  ['https://localhost/', far],
  ['https://[::1]/', far],
  ['https://10.0.0.7/', far],
  ['https://192.168.1.1/', here],
  ['https://169.254.169.254/latest/meta-data/', far],
  ['https://169.254.169.254/latest/meta-data/', here],
])('refuses %s before anything is sent, for the server %s', async (address, server) => {
  expect(refusalOf(new URL(address), server)).not.toBeNull();
  await expect(guardedFetch(server, guardBounds)(address)).rejects.toMatchObject({
    problem: { reason: 'blocked' },
  });
});

it('takes an address on the internet, and one of this machine for a server on it', () => {
  expect(refusalOf(new URL('https://login.example/'), far)).toBeNull();
  expect(refusalOf(new URL('http://localhost:4000/'), here)).toBeNull();
});

async function served(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

it('gives up an answer that is too long, and a server that never ends one', async () => {
  const url = await served((request, response) => {
    response.writeHead(200);
    if (request.url === '/long') response.end('x'.repeat(2_000));
    else response.write('{');
  });
  const short = guardedFetch(url, { ...guardBounds, responseBytes: 1_000 });
  await expect(short(new URL('/long', url))).rejects.toMatchObject({
    problem: { reason: 'too-much' },
  });
  const quick = guardedFetch(url, { ...guardBounds, requestMs: 200 });
  await expect(quick(new URL('/slow', url))).rejects.toMatchObject({
    problem: { reason: 'unreachable' },
  });
});

it('follows no redirect, and asks no more than a leg may', async () => {
  let asked = 0;
  const url = await served((_, response) => {
    asked += 1;
    response.writeHead(302, { location: 'https://evil.example/' }).end();
  });
  const fetch = guardedFetch(url, { ...guardBounds, requests: 2 });
  expect((await fetch(url)).status).toBe(302);
  await fetch(url);
  await expect(fetch(url)).rejects.toMatchObject({ problem: { reason: 'too-much' } });
  expect(asked).toBe(2);
});

it('goes through the proxy of the environment, and not for this machine', async () => {
  const proxy = await forgedProxy(answers('HTTP/1.1 403 Forbidden\r\n\r\n'));
  onTestFinished(() => proxy.stop());
  const network = openNetwork({ HTTPS_PROXY: `http://ann:s3cret@127.0.0.1:${proxy.port}` });
  const fetch = guardedFetch(far, { ...guardBounds, network });
  await expect(fetch('https://login.invalid/token')).rejects.toMatchObject({
    problem: {
      reason: 'unreachable',
      message: `Couldn’t reach login.invalid: the proxy http://127.0.0.1:${proxy.port} (HTTPS_PROXY) refused to connect to login.invalid:443 (HTTP 403).`,
    },
  });
  await expect(fetch('https://10.0.0.7/token')).rejects.toMatchObject({
    problem: { reason: 'blocked' },
  });
  expect(proxy.asked.map(({ place }) => place)).toEqual(['login.invalid:443']);
});
