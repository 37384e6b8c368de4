import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openNetwork, type OutboundNetwork } from './outbound.ts';
import {
  answers,
  forgedProxy,
  type ForgedProxy,
  type ProxyBehavior,
} from './testing/forged-proxy.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function served(): Promise<number> {
  const server = createServer((request, response) =>
    response.end(`${request.headers.host} ${request.url}`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function behind(
  behavior: ProxyBehavior,
  credentials = '',
): Promise<{ readonly network: OutboundNetwork; readonly proxy: ForgedProxy }> {
  const proxy = await forgedProxy(behavior);
  stops.push(() => proxy.stop());
  const address = `http://${credentials}127.0.0.1:${proxy.port}`;
  return { proxy, network: openNetwork({ HTTP_PROXY: address, HTTPS_PROXY: address }, 300) };
}

const causeOf = (network: OutboundNetwork, address: string): Promise<string> =>
  network.fetch(address).then(
    () => 'answered',
    (error: Error) => (error.cause as Error).message,
  );

/** One request with `node:http`, to an address of which every one is allowed. */
const requested = (
  network: OutboundNetwork,
  address: string,
  allows: (address: string) => boolean = () => true,
): Promise<string> =>
  new Promise((resolve) => {
    const url = new URL(address);
    const sent = requestHttp(url, network.request(url, allows));
    sent.on('error', (error) => resolve(error.message));
    sent.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve(Buffer.concat(chunks).toString());
    });
    sent.end();
  });

describe('a request through a proxy', () => {
  it('reaches a host that only the proxy knows, with the proxy’s own credentials', async () => {
    const { network, proxy } = await behind(await served(), 'ann:p%40ss@');
    const answer = await network.fetch('http://mcp.invalid/a');
    expect(await answer.text()).toBe('mcp.invalid /a');
    expect(await requested(network, 'http://mcp.invalid:81/b')).toBe('mcp.invalid:81 /b');
    const credentials = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
    expect(proxy.asked).toEqual([
      { place: 'mcp.invalid:80', credentials },
      { place: 'mcp.invalid:81', credentials },
    ]);
  });

  it('isn’t made for this machine', async () => {
    const port = await served();
    const { network, proxy } = await behind(answers('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    expect((await network.fetch(`http://localhost:${port}/`)).status).toBe(200);
    expect(await requested(network, `http://127.0.0.1:${port}/`)).toContain('127.0.0.1');
    expect(proxy.asked).toEqual([]);
  });

  it.each<[string, ProxyBehavior, string, RegExp]>([
    [
      'asks for credentials',
      answers('HTTP/1.1 407 No\r\n\r\n'),
      '',
      /asks for a user name and a password \(HTTP 407\)\. Put them into HTTP_PROXY/,
    ],
    [
      'doesn’t take the credentials',
      answers('HTTP/1.1 407 No\r\n\r\n'),
      'ann:s3cret@',
      /didn’t accept the user name and password in HTTP_PROXY \(HTTP 407\)\.$/,
    ],
    [
      'refuses',
      answers('HTTP/1.1 403 \u001b[31mNo\r\n\r\n'),
      '',
      /refused to connect to mcp\.invalid:80 \(HTTP 403\)\.$/,
    ],
    [
      'redirects',
      answers('HTTP/1.1 302 Found\r\nlocation: http://evil.example/\r\n\r\n'),
      '',
      /refused to connect to mcp\.invalid:80 \(HTTP 302\)/,
    ],
    ['says nothing', () => {}, '', /didn’t connect within 0\.3 s\.$/],
    ['closes', (socket) => void socket.destroy(), '', /closed the connection without answering/],
    [
      'doesn’t speak HTTP',
      answers('220 mail.example ESMTP\r\n'),
      '',
      /didn’t answer with HTTP \(HPE_/,
    ],
    [
      'never ends its headers',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(100_000)}`),
      '',
      /didn’t answer with HTTP \(HPE_HEADER_OVERFLOW\)/,
    ],
    [
      'speaks before it is asked',
      answers('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'),
      '',
      /sent data before it was asked for any/,
    ],
  ])('fails once and says why if the proxy %s', async (_, behavior, credentials, why) => {
    const { network, proxy } = await behind(behavior, credentials);
    for (const message of [
      await causeOf(network, 'http://mcp.invalid/'),
      await requested(network, 'http://mcp.invalid/'),
    ]) {
      expect(message).toMatch(why);
      expect(message).toContain(`the proxy http://127.0.0.1:${proxy.port} (HTTP_PROXY)`);
      expect(message).not.toContain('s3cret');
      expect(message).not.toContain('\u001b');
    }
    expect(proxy.asked).toHaveLength(2);
  });

  it('doesn’t go around a proxy that isn’t there or that can’t be used', async () => {
    const gone = openNetwork({ HTTP_PROXY: '127.0.0.1:1' });
    expect(await causeOf(gone, 'http://mcp.invalid/')).toBe(
      'the proxy http://127.0.0.1:1 (HTTP_PROXY) can’t be reached (ECONNREFUSED).',
    );
    const socks = openNetwork({ http_proxy: 'socks5://127.0.0.1:1' });
    expect(await causeOf(socks, 'http://mcp.invalid/')).toMatch(
      /^http_proxy names a proxy of the type/,
    );
  });

  it('isn’t made for a server if this machine knows that a name leads elsewhere', async () => {
    const { network, proxy } = await behind(await served());
    const env = 'http://ip6-localhost.invalid/';
    expect(await requested(network, env, () => false)).toContain('ip6-localhost.invalid');
    // A name that can’t be looked up here is left to the proxy; one that can is judged.
    expect(proxy.asked).toHaveLength(1);
    expect(await requested(network, 'http://192.0.2.1/', () => false)).toMatch(
      /isn’t on the internet/,
    );
    expect(proxy.asked).toHaveLength(1);
  });
});
