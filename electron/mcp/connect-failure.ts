import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { ProxyError } from '../network/tunnel.ts';

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
