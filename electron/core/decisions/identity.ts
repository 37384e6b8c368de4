import type { Identity } from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { isWellFormed } from '../json.ts';

/** What of a configured server makes its identity. Environment values and headers never do. */
export type IdentityConfig =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string | undefined;
    }
  | { readonly type: 'http' | 'sse' | 'well-known'; readonly url: string };

/**
 * Who a configured server is, the same in every program that reads approvals, whatever its
 * label. `http`: the endpoint, normalised. `stdio`: command, arguments and folder as
 * configured, with the SHA-256 of their RFC 8785 JSON (`args`, `command`, `cwd`; an absent or empty
 * folder is null). The error says what is wrong with the configuration.
 */
export function identityOf(config: IdentityConfig): Result<Identity, string> {
  if (config.type !== 'stdio') {
    const url = normaliseEndpoint(config.url);
    return url.ok ? ok({ kind: 'http', url: url.value }) : url;
  }
  const { command, args } = config;
  const cwd = config.cwd || null;
  if (command === '') return err('The command is empty.');
  if (![command, ...args, cwd ?? ''].every(isWellFormed))
    return err('The command holds a character that has no encoding.');
  return ok({
    kind: 'stdio',
    command,
    args: [...args],
    cwd,
    fingerprint: sha256(canonicalJson({ command, args, cwd })),
  });
}

const endpoint = /^(https?):\/\/([^/?#]*)([^#]*)/i;
/** What URL parsers drop or turn into a slash: two programs would disagree about the host. */
const ambiguous = /[\s\p{Cc}\\]/u;
const hostAndPort = /^(\[[0-9a-f:.%]+\]|[^:@\s[\]]+)(?::(\d*))?$/i;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Scheme and host in lower case, default port, fragment and user info dropped, path and query
 * kept as they are. Done by hand: `URL` would also rewrite path and query.
 */
function normaliseEndpoint(url: string): Result<string, string> {
  const match = endpoint.exec(url);
  if (match === null || ambiguous.test(url) || !URL.canParse(url) || !isWellFormed(url))
    return err('The address is not an http or https URL.');
  const [, rawScheme = '', authority = '', rest = ''] = match;
  const scheme = rawScheme.toLowerCase();
  // The last @ ends the user info: `https://known.example@evil.example` leads to evil.example.
  const host = hostAndPort.exec(authority.slice(authority.lastIndexOf('@') + 1));
  if (host === null) return err('The address has no valid host.');
  const port = host[2] === undefined || host[2] === '' ? '' : String(Number(host[2]));
  return ok(
    `${scheme}://${(host[1] ?? '').toLowerCase()}${port === '' || port === defaultPorts[scheme] ? '' : `:${port}`}${rest}`,
  );
}

/**
 * A string that two identities share exactly when they are the same server. For stdio all
 * fields count beside the fingerprint: a record in which they disagree matches nothing.
 */
export function identityKey(identity: Identity): string {
  if (identity.kind === 'http') return `http ${identity.url}`;
  // Asked once per skill of a server.
  let key = keys.get(identity);
  if (key === undefined) {
    key = `stdio ${identity.fingerprint} ${JSON.stringify([identity.command, identity.args, identity.cwd])}`;
    keys.set(identity, key);
  }
  return key;
}

const keys = new WeakMap<Identity, string>();

export function sameIdentity(a: Identity, b: Identity): boolean {
  return identityKey(a) === identityKey(b);
}
