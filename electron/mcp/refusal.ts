import { waitText } from '../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';

/** An HTTP answer that was no success, or none of this protocol. The server chose all of it. */
export interface HttpRefusal {
  readonly status: number;
  readonly method: string;
  /** `Location`, as sent. */
  readonly location?: string | null;
  /** What `Retry-After` asks to wait, in ms. */
  readonly retryAfterMs?: number | null;
  /** The hosts and paths that its redirects led through, where they came back to one. */
  readonly loop?: readonly string[];
  /** The title of the web page that it came with, '' without one; null where it was no page. */
  readonly page?: string | null;
}

const words: Readonly<Record<number, string>> = {
  401: 'The server asks for authorization (HTTP 401).',
  403: 'The server refuses access (HTTP 403).',
  404: 'There’s nothing at this address (HTTP 404).',
  405: 'The address doesn’t accept this kind of request (HTTP 405).',
  410: 'What was at this address is permanently gone (HTTP 410).',
  429: 'The server got too many requests (HTTP 429).',
  500: 'The server failed (HTTP 500).',
  502: 'The server behind this address can’t be reached (HTTP 502).',
  503: 'The server is unavailable right now (HTTP 503).',
  504: 'The server behind this address didn’t answer in time (HTTP 504).',
};

/** A refusal in one sentence or two; `shown` masks and bounds what the server chose. */
export function refusalText(
  { status, location, retryAfterMs, page, loop }: HttpRefusal,
  url: URL,
  shown: (text: string) => string,
): string {
  if (loop !== undefined) return loopText(status, loop, shown);
  if (status >= 300 && status < 400) return redirectText(status, location ?? null, url, shown);
  const titled = page === undefined || page === null || page === '' ? '' : ` (“${shown(page)}”)`;
  if (status < 300) return `A web page${titled} is at this address, not an MCP server.`;
  const said = words[status] ?? `The server answered with HTTP ${status}.`;
  const wait = retryAfterMs == null ? '' : ` It asks you to wait ${waitText(retryAfterMs)}.`;
  return `${said}${titled === '' ? '' : ` It sent a web page${titled}.`}${wait}`;
}

const hopsNamed = 4;

function loopText(
  status: number,
  loop: readonly string[],
  shown: (text: string) => string,
): string {
  const first = loop.slice(0, hopsNamed).map(shown);
  const more = loop.length > hopsNamed ? ` and ${loop.length - hopsNamed} more` : '';
  return `The server redirects endlessly (HTTP ${status}): ${first.join(', then to ')}${more}.`;
}

function redirectText(
  status: number,
  location: string | null,
  url: URL,
  shown: (text: string) => string,
): string {
  const target =
    location === null || !URL.canParse(location, url.href) ? null : new URL(location, url);
  if (target === null) return `The server redirects (HTTP ${status}) without a valid address.`;
  const where = `${target.protocol}//${target.host}${target.pathname}`;
  const why =
    target.origin === url.origin
      ? 'this kind of redirect drops the request'
      : 'it’s a different origin and would receive what’s meant for this one';
  return (
    `The server redirects to ${shown(where)} (HTTP ${status}), ` +
    `which Skillgate doesn’t follow: ${why}.`
  );
}

/** Which of the reasons a refusal is. */
export function refusalReason(
  { status, page, loop, location }: HttpRefusal,
  url?: URL,
): ConnectionFailure['reason'] {
  if (loop !== undefined) return 'redirect-loop';
  if (status >= 300 && status < 400) return redirectReason(location ?? null, url);
  if (status < 300 && page !== undefined && page !== null) return 'not-mcp';
  if (status >= 500) return 'busy';
  return reasons[status] ?? 'http';
}

function redirectReason(
  location: string | null,
  url: URL | undefined,
): 'redirected' | 'moved' | 'redirect-loop' {
  if (location === null || !URL.canParse(location, url?.href)) return 'redirect-loop';
  return new URL(location, url).origin === url?.origin ? 'moved' : 'redirected';
}

const reasons: Readonly<Record<number, ConnectionFailure['reason']>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-found',
  410: 'not-found',
  429: 'rate-limited',
};
