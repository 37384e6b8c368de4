import { isWellFormed } from './set-digest.ts';
import { sha256 } from './sha256.ts';
import type { Identity } from './types.ts';

/** A server as hosts configure it: an entry of `mcpServers`. Anything else in it is ignored. */
export interface ServerConfig {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string | null;
  readonly url?: string;
}

/**
 * The identity of a configured server, the same in every program. An entry with `command`
 * (or `type: "stdio"`) is that command; any other is its endpoint. Null when the entry names
 * no server that could have one; `check` then answers `cannot-tell`.
 */
export function identityOf(config: ServerConfig): Identity | null {
  const { type, command, args = [], cwd, url } = config;
  if (type === 'stdio' || (type === undefined && command !== undefined)) {
    if (typeof command !== 'string' || command === '' || !Array.isArray(args)) return null;
    const folder = cwd === undefined || cwd === '' ? null : cwd;
    if (
      ![command, ...args, folder ?? ''].every(
        (value) => typeof value === 'string' && isWellFormed(value),
      )
    )
      return null;
    // Keys in code unit order and plain strings: this is the RFC 8785 form.
    return {
      kind: 'stdio',
      command,
      args: [...args],
      cwd: folder,
      fingerprint: sha256(JSON.stringify({ args, command, cwd: folder })),
    };
  }
  const endpoint = typeof url === 'string' ? normalise(url) : null;
  return endpoint === null ? null : { kind: 'http', url: endpoint };
}

/**
 * Scheme and host in lower case; default port, fragment and user info dropped; path and query
 * kept as they are. By hand: `URL` would rewrite path and query too.
 */
function normalise(url: string): string | null {
  const parts = /^(https?):\/\/([^/?#]*)([^#]*)/i.exec(url);
  // White space, controls and backslashes: parsers disagree about the host of such an address.
  if (parts === null || /[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url) || !isWellFormed(url))
    return null;
  const [, rawScheme = '', authority = '', rest = ''] = parts;
  const scheme = rawScheme.toLowerCase();
  // The last @ ends the user info: `https://known.example@evil.example` leads to evil.example.
  const host = /^(\[[0-9a-f:.%]+\]|[^:@\s[\]]+)(?::(\d*))?$/i.exec(
    authority.slice(authority.lastIndexOf('@') + 1),
  );
  if (host === null) return null;
  const port = host[2] ? Number(host[2]) : null;
  const usual = port === null || port === (scheme === 'http' ? 80 : 443);
  return `${scheme}://${(host[1] ?? '').toLowerCase()}${usual ? '' : `:${port}`}${rest}`;
}

/**
 * The same text exactly for the same server. Every field counts: a record whose fingerprint belongs
 * to another command matches nothing.
 */
export function identityKey(identity: Identity): string {
  return identity.kind === 'http'
    ? `http ${identity.url}`
    : `stdio ${identity.fingerprint} ${JSON.stringify([identity.command, identity.args, identity.cwd])}`;
}

/** Whether a value has the shape of an identity. */
export function isIdentity(value: unknown): value is Identity {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, url, command, args, cwd, fingerprint } = value as Record<string, unknown>;
  if (kind === 'http') return typeof url === 'string';
  return (
    kind === 'stdio' &&
    typeof command === 'string' &&
    Array.isArray(args) &&
    args.every((arg) => typeof arg === 'string') &&
    (cwd === null || typeof cwd === 'string') &&
    isDigest(fingerprint)
  );
}

/** Whether a value is a digest in the specification's one spelling. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}
