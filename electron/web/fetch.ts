import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { err, ok, type Result } from '../../shared/result.ts';
import type { CallFailure } from '../engine/ports/session.ts';
import { hostOf, mayAsk, namesThisMachine } from '../network/address.ts';
import { directNetwork, type OutboundNetwork } from '../network/outbound.ts';
import { waitText } from '../../shared/connection-advice.ts';
import { asksToWait, retryAfterMs } from '../network/retry-after.ts';
import { parseUrl } from '../../shared/url.ts';

export interface FetchBounds {
  /** Bytes of one answer. */
  readonly responseBytes: number;
  /** Milliseconds for one answer, redirects included. */
  readonly requestMs: number;
  readonly redirects: number;
}

export interface FetchedPage {
  /** Where the redirects ended. */
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/**
 * GETs one address for the server configured as `configured`. The attacker is whoever controls
 * the site, its DNS or its redirects: at most `redirects` hops, each judged like the first;
 * never from https to http; no credentials, no cookies, no compression; the address is judged
 * when it is connected to, so that a name cannot change its meaning in between.
 */
export async function fetchBounded(
  address: string,
  configured: URL,
  bounds: FetchBounds,
  signal?: AbortSignal,
  network: OutboundNetwork = directNetwork,
): Promise<Result<FetchedPage, CallFailure>> {
  const timeout = AbortSignal.timeout(bounds.requestMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  let url = new URL(address, configured);
  for (let hop = 0; hop <= bounds.redirects; hop += 1) {
    const refused = refuse(url, configured);
    if (refused !== null) return err({ reason: 'bad-response', message: refused });
    const answer = await get(url, hostOf(configured), bounds.responseBytes, ended, network);
    if (!answer.ok) {
      if (signal?.aborted === true) return err({ reason: 'cancelled', message: 'Canceled.' });
      return timeout.aborted
        ? err({
            reason: 'timeout',
            message: `The site didn’t answer within ${bounds.requestMs / 1_000} s.`,
          })
        : answer;
    }
    const { location } = answer.value;
    if (location === null) return ok(answer.value);
    const next = parseUrl(location, url);
    if (next === null)
      return err({
        reason: 'bad-response',
        message: 'The site redirects to something that isn’t an address.',
      });
    url = next;
  }
  return err({
    reason: 'bad-response',
    message: `The site redirects more than ${bounds.redirects} times.`,
  });
}

function refuse(url: URL, configured: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'The address is neither http nor https.';
  if (url.username !== '' || url.password !== '')
    return 'The address contains user info, which Skillgate never sends.';
  if (url.protocol === 'http:' && configured.protocol === 'https:')
    return 'The site redirects from https to http.';
  if (
    url.protocol === 'http:' &&
    !namesThisMachine(hostOf(url)) &&
    hostOf(url) !== hostOf(configured)
  )
    return 'The site redirects to another one over http.';
  const host = hostOf(url);
  // A number is judged here: for it nothing is looked up.
  if (isIP(host) !== 0 && !mayAsk(host, host, hostOf(configured)))
    return `The site leads to ${host}, which isn’t on the internet.`;
  return null;
}

interface Answer extends FetchedPage {
  readonly location: string | null;
}

function get(
  url: URL,
  configured: string,
  maxBytes: number,
  signal: AbortSignal,
  network: OutboundNetwork,
): Promise<Result<Answer, CallFailure>> {
  return new Promise((resolve) => {
    const failed = (message: string, reason: 'bad-response' | 'too-large' = 'bad-response'): void =>
      resolve(err({ reason, message }));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(url, {
      method: 'GET',
      signal,
      ...network.request(url, (address) => mayAsk(hostOf(url), address, configured), signal),
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'skillgate' },
    });
    sent.on('error', (error) => failed(`Couldn’t read the site: ${error.message}`));
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      const about = {
        url: url.href,
        status,
        mimeType: response.headers['content-type']?.split(';')[0]?.trim() ?? '',
      };
      if (status >= 300 && status < 400 && location !== undefined) {
        response.destroy();
        return resolve(ok({ ...about, bytes: new Uint8Array(), location }));
      }
      if (status !== 200) {
        response.destroy();
        const refused = notNow(status, response.headers['retry-after']);
        if (refused !== null) return resolve(err(refused));
        return resolve(
          err({ reason: 'error-response', code: status, message: `HTTP status ${status}` }),
        );
      }
      if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
        response.destroy();
        return failed('The site sent a compressed answer that wasn’t requested.');
      }
      return collect(response, maxBytes).then(
        (bytes) =>
          bytes === null
            ? failed(`The response is larger than ${maxBytes} bytes.`, 'too-large')
            : resolve(ok({ ...about, bytes, location: null })),
        (error: unknown) =>
          failed(
            `The answer ended early: ${error instanceof Error ? error.message : String(error)}`,
          ),
      );
    });
    sent.end();
  });
}

/** The site asks to be left alone for now; null where it does not. */
function notNow(status: number, header: string | undefined): CallFailure | null {
  const wait = retryAfterMs(header ?? null, Date.now());
  const refusal = { status, method: 'GET', retryAfterMs: wait };
  if (!asksToWait(refusal)) return null;
  const asks = wait === null ? '' : ` It asks you to wait ${waitText(wait)}.`;
  return {
    reason: 'not-now',
    message: `The site accepts no more requests for now (HTTP ${status}).${asks}`,
    cause: {
      reason: status === 429 ? 'rate-limited' : 'busy',
      ...(wait === null ? {} : { retryAfterMs: wait }),
    },
  };
}

/** The bytes of an answer, or null when there are too many; the rest is not waited for. */
async function collect(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
