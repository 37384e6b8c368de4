import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { hostOf, mayAskToSignIn, namesThisMachine } from '../../network/address.ts';
import { directNetwork, type OutboundNetwork } from '../../network/outbound.ts';
import { SignInStop } from './answer.ts';

export interface GuardBounds {
  /** Milliseconds for one answer. */
  readonly requestMs: number;
  /** Bytes of one answer. */
  readonly responseBytes: number;
  /** Requests of one leg: looking, redeeming, renewing or revoking. */
  readonly requests: number;
  /** How requests leave this machine. */
  readonly network: OutboundNetwork;
}

export const guardBounds: GuardBounds = {
  requestMs: 10_000,
  responseBytes: 1024 * 1024,
  requests: 8,
  network: directNetwork,
};

/**
 * `fetch` for one leg of a sign-in to `server`. The attacker is whoever wrote the metadata, and
 * with it chose the addresses: only https, or this machine where the server is on it; nothing on a
 * network around this machine; bounded in number, time and bytes; never a redirect (the SDK follows
 * those within an origin by asking here again); no cookies, no headers of the configuration.
 */
export function guardedFetch(server: URL, bounds: GuardBounds, signal?: AbortSignal): FetchLike {
  let asked = 0;
  return (address, init) => {
    const url = new URL(address);
    const refused = refusalOf(url, server);
    if (refused !== null) return Promise.reject(new SignInStop('blocked', refused));
    asked += 1;
    if (asked > bounds.requests)
      return Promise.reject(
        new SignInStop('too-much', `Signing in took more than ${bounds.requests} requests.`),
      );
    const timeout = AbortSignal.timeout(bounds.requestMs);
    return send(
      url,
      server,
      init,
      bounds,
      signal === undefined ? timeout : either(timeout, signal),
    );
  };
}

const either = (a: AbortSignal, b: AbortSignal): AbortSignal => AbortSignal.any([a, b]);

/**
 * Why an address is not asked, or not opened, in the course of signing in to `server`; else null.
 */
export function refusalOf(url: URL, server: URL): string | null {
  const host = hostOf(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `An address begins with ${url.protocol.slice(0, 20)}, which is neither https nor http.`;
  if (url.username !== '' || url.password !== '')
    return `The address at ${host} contains a user name or a password.`;
  if (url.protocol === 'http:' && !namesThisMachine(host))
    return `The address at ${host} isn’t https, so others on the network could read it.`;
  // A number, and a name of this machine, are judged here: others when they are looked up.
  const literal = isIP(host) !== 0 ? host : namesThisMachine(host) ? '127.0.0.1' : null;
  if (literal !== null && !mayAskToSignIn(host, literal, hostOf(server)))
    return `The server leads to ${host}, which isn’t on the internet.`;
  return null;
}

function send(
  url: URL,
  server: URL,
  init: RequestInit | undefined,
  bounds: GuardBounds,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const host = hostOf(url);
    const sent = start(url, {
      method: init?.method ?? 'GET',
      signal,
      ...bounds.network.request(
        url,
        (address) => mayAskToSignIn(host, address, hostOf(server)),
        signal,
      ),
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body instanceof URLSearchParams
          ? { 'content-type': 'application/x-www-form-urlencoded' }
          : {}),
        'accept-encoding': 'identity',
        'user-agent': 'skillgate',
      },
    });
    sent.on('error', (error) =>
      reject(
        new SignInStop(
          'unreachable',
          signal.aborted
            ? `${host} didn’t answer within ${bounds.requestMs / 1_000} s.`
            : `Couldn’t reach ${host}: ${error.message}`,
        ),
      ),
    );
    sent.on('response', (response) => {
      collect(response, bounds.responseBytes).then(
        (bytes) => resolve(answerOf(url, response, bytes)),
        (error: unknown) =>
          reject(
            error instanceof SignInStop
              ? error
              : new SignInStop('unreachable', `The response from ${host} was cut short.`),
          ),
      );
    });
    // Every body of the SDK's steps is a text or a form.
    sent.end(init?.body === undefined || init.body === null ? undefined : bodyText(init.body));
  });
}

function bodyText(body: BodyInit): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('a body of another kind');
}

async function collect(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      response.destroy();
      throw new SignInStop('too-much', `A response is larger than ${most} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Statuses that a `Response` has without a body only. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function answerOf(url: URL, message: IncomingMessage, bytes: Buffer): Response {
  const status = message.statusCode ?? 0;
  const { location } = message.headers;
  const response = new Response(bodiless.has(status) ? null : new Uint8Array(bytes), {
    // What is no status at all is nothing that anybody could use.
    status: status < 200 || status > 599 ? 500 : status,
    headers: {
      'content-type': message.headers['content-type'] ?? '',
      ...(location === undefined ? {} : { location }),
    },
  });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
