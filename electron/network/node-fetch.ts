import { Agent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Socket } from 'node:net';

/** How connections are made; null means directly. */
export interface ConnectionMaker {
  readonly ca: readonly string[] | undefined;
  readonly tunnel: (url: URL) => Promise<Socket> | null;
}

/**
 * `fetch` over `node:http`, for what Node's own can't do in every version: a proxy of ours, and
 * certificates beside its own. It follows no redirect, as `redirect: 'manual'`.
 */
export function nodeFetch({ ca, tunnel }: ConnectionMaker) {
  const connected = (scheme: string, { host, port }: { host?: unknown; port?: unknown }) =>
    tunnel(new URL(`${scheme}://${bracketed(String(host))}:${String(port)}`));
  class PlainTunnels extends Agent {
    override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
      const socket = connected('http', options);
      if (socket === null) return super.createConnection(options, done);
      callbackify(() => socket)((error, made) => done?.(error, made));
      return undefined;
    }
  }
  class SecureTunnels extends SecureAgent {
    override createConnection(...[options, done]: Parameters<SecureAgent['createConnection']>) {
      const socket = connected('https', options);
      if (socket === null) return super.createConnection(options, done);
      callbackify(() => socket)((error, made) => done?.(error, made));
      return undefined;
    }
  }
  const agents = {
    'http:': new PlainTunnels({ keepAlive: true }),
    'https:': new SecureTunnels({ keepAlive: true, ...(ca === undefined ? {} : { ca: [...ca] }) }),
  };
  return (url: URL, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init;
      const isSecure = url.protocol === 'https:';
      const sent = (isSecure ? requestHttps : requestHttp)(url, {
        ...{ method, agent: isSecure ? agents['https:'] : agents['http:'] },
        headers: { accept: '*/*', ...Object.fromEntries(new Headers(headers)) },
        ...(signal == null ? {} : { signal }),
      });
      sent.on('error', (cause) =>
        reject(
          signal?.aborted === true
            ? (signal.reason as Error)
            : new TypeError('fetch failed', { cause }),
        ),
      );
      sent.on('response', (message) => {
        try {
          resolve(responseOf(url, message));
        } catch (cause) {
          // The attacker sends a status line or a header that no `Response` has.
          message.destroy();
          reject(new TypeError('fetch failed', { cause }));
        }
      });
      // A text would be sent together with the headers, and change their encoding to its own.
      sent.end(body == null ? undefined : Buffer.from(textOfBody(body)));
    });
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function textOfBody(body: BodyInit): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('invariant: the SDK sends text');
}

/** Statuses that a `Response` has without a body only. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(url: URL, message: IncomingMessage): Response {
  const { statusCode = 0, statusMessage = '', rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  // A status that HTTP doesn't have is nothing that anybody could use.
  const status = statusCode < 200 || statusCode > 599 ? 500 : statusCode;
  const isEmpty = bodiless.has(status);
  if (isEmpty) message.resume();
  const body = isEmpty
    ? null
    : (Readable.toWeb(decoded(message)) as unknown as ReadableStream<Uint8Array>);
  const response = new Response(body, { status, statusText: statusMessage, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

/** Nothing but `identity` is asked for, but some servers compress regardless. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (decoder === undefined) return message;
  message.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => message.destroy());
  return message.pipe(decoder);
}

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
