import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { ProxyError } from '../network/tunnel.ts';
import { waitText } from '../../shared/connection-advice.ts';

/** Why no answer came at all, in words. Codes stand in brackets, for who looks them up. */
export interface ConnectFailure {
  readonly reason: Extract<
    ConnectionFailure['reason'],
    | 'dns'
    | 'lookup'
    | 'certificate'
    | 'certificate-invalid'
    | 'network'
    | 'proxy'
    | 'http'
    | 'too-large'
  >;
  /**
   * Goes on after "Couldn’t reach the server: "; of `http` and `too-large`, which answered, after
   * "Skillgate can’t understand the server: ".
   */
  readonly why: string;
}

const certificates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it signed its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody that this machine knows signed its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody that this machine knows signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody that this machine knows signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody that this machine knows signed its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** No root that this machine could be told of makes these right. */
const invalid: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * What a failed `fetch` of this address means, with the proxy that it went through and certificate
 * files that couldn't be used; "fetch failed" says nothing, its cause does.
 */
export function unreached(
  error: unknown,
  address: URL,
  { proxyOf, certificateProblems }: Pick<OutboundNetwork, 'proxyOf' | 'certificateProblems'>,
): ConnectFailure {
  const cause = causeOf(error);
  if (cause instanceof ProxyError) return { reason: 'proxy', why: cause.message };
  const failure = failedDirectly(cause, address);
  const proxy = proxyOf(address);
  const unread = failure.reason === 'certificate' ? certificateProblems() : [];
  const added = [...(proxy === null ? [] : [throughProxy(proxy)]), ...unread];
  return { ...failure, why: [failure.why, ...added].join(' ') };
}

export const throughProxy = (proxy: string): string => `The request went through ${proxy}.`;

function failedDirectly(cause: unknown, address: URL): ConnectFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const { host, hostname } = address;
  const certificate = certificates[code];
  if (certificate !== undefined)
    return {
      reason: invalid.has(code) ? 'certificate-invalid' : 'certificate',
      why: `${certificate} (${code}).`,
    };
  // llhttp, which reads HTTP for Node: what came is none.
  if (code.startsWith('HPE_'))
    return { reason: 'http', why: `${host} didn’t answer with HTTP (${code}).` };
  switch (code) {
    case 'ENOTFOUND':
      return { reason: 'dns', why: `there is no host named ${hostname} (${code}).` };
    case 'EAI_AGAIN':
      return {
        reason: 'lookup',
        why: `the address of ${hostname} couldn’t be looked up right now (${code}).`,
      };
    case 'ECONNREFUSED':
      return { reason: 'network', why: `nothing is listening at ${host} (${code}).` };
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return {
        reason: 'network',
        why:
          'it closed the connection without answering ' +
          `(${code}).${address.protocol === 'http:' ? ' It may require https.' : ''}`,
      };
    case 'UND_ERR_HEADERS_OVERFLOW':
      return { reason: 'too-large', why: `its response headers are too long (${code}).` };
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return { reason: 'network', why: `${host} didn’t answer in time (${code}).` };
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { reason: 'network', why: `${host} doesn’t speak https (${code}).` };
    default:
      return { reason: 'network', why: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Where several addresses were tried, the first says it. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof AggregateError && cause.errors.length > 0
    ? (cause.errors[0] as unknown)
    : cause;
}

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
