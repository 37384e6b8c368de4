import type { ConnectionFailure } from '../../shared/model/server.ts';

/** An HTTP answer that was no success, or none of this protocol. The server chose all of it. */
export interface Refusal {
  readonly status: number;
  readonly method: string;
  /** `Location`, as sent. */
  readonly location?: string | null;
  /** `Retry-After`, as sent. */
  readonly retryAfter?: string | null;
  /** The title of the web page that it came with, '' without one; null where it was no page. */
  readonly page?: string | null;
}

const words: Readonly<Record<number, string>> = {
  401: 'The server asks for authorization (HTTP 401).',
  403: 'The server refuses access (HTTP 403).',
  404: 'There is nothing at this address (HTTP 404).',
  405: 'The address does not take this kind of request (HTTP 405).',
  410: 'What was at this address is gone for good (HTTP 410).',
  429: 'The server says that there are too many requests (HTTP 429).',
  500: 'The server failed (HTTP 500).',
  502: 'The server behind this address cannot be reached from there (HTTP 502).',
  503: 'The server says that it cannot serve now (HTTP 503).',
  504: 'The server behind this address did not answer in time (HTTP 504).',
};

/** A refusal in one sentence or two; `shown` masks and bounds what the server chose. */
export function refusalText(
  { status, location, retryAfter, page }: Refusal,
  url: URL,
  shown: (text: string) => string,
): string {
  if (status >= 300 && status < 400) return redirectText(status, location ?? null, url, shown);
  const titled = page === undefined || page === null || page === '' ? '' : ` (“${shown(page)}”)`;
  if (status < 300) return `A web page${titled} answers at this address, and no MCP server.`;
  const said = words[status] ?? `The server answered with HTTP ${status}.`;
  const wait = /^\d{1,6}$/.test(retryAfter ?? '') ? ` It asks to wait ${retryAfter} s.` : '';
  return `${said}${titled === '' ? '' : ` It came with a web page${titled}.`}${wait}`;
}

function redirectText(
  status: number,
  location: string | null,
  url: URL,
  shown: (text: string) => string,
): string {
  const target =
    location === null || !URL.canParse(location, url.href) ? null : new URL(location, url);
  if (target === null)
    return `The server redirects to another place (HTTP ${status}), which is not followed.`;
  const where = `${target.protocol}//${target.host}${target.pathname}`;
  const why =
    target.origin === url.origin
      ? 'a redirect of this kind does not keep the request'
      : 'it is another origin, and would be sent what is meant for this one';
  return `The server redirects to ${shown(where)} (HTTP ${status}), which is not followed: ${why}.`;
}

/** Which of the reasons a refusal is; `unauthorized` is told apart elsewhere. */
export function refusalReason({ status, page }: Refusal): ConnectionFailure['reason'] {
  if (status >= 300 && status < 400) return 'redirected';
  if (status < 300 && page !== undefined && page !== null) return 'not-mcp';
  return status === 429 || status >= 500 ? 'busy' : 'http';
}
