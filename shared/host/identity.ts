import { addressOf } from './address.ts';
import { canonicalText, copyOf, isWellFormed, type HashFunction } from './canonical.ts';
import { faultIn } from './schema.ts';
import { identity as schema, type Identity } from './format.ts';

/**
 * A server as hosts configure it: an entry of `mcpServers` or its relatives, as written in the
 * file, before any `${VAR}` is filled in. Other fields are ignored.
 */
export interface ServerConfig {
  /**
   * `stdio` or `local`; `http`, `streamable-http`, `sse`, `remote` or `well-known`; in any case.
   */
  readonly type?: string | null;
  /** Other spellings of `type`. */
  readonly transport?: string | null;
  readonly transportType?: string | null;
  readonly command?: string | readonly string[] | null;
  readonly cmd?: string | readonly string[] | null;
  readonly args?: readonly string[] | null;
  readonly cwd?: string | null;
  readonly url?: string | null;
  /** Other spellings of `url`. */
  readonly serverUrl?: string | null;
  readonly httpUrl?: string | null;
  readonly uri?: string | null;
}

type Entry = Readonly<Record<string, unknown>>;
const kinds: Readonly<Record<string, 'stdio' | 'http'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  sse: 'http',
  remote: 'http',
  'streamable-http': 'http',
  streamablehttp: 'http',
  'well-known': 'http',
};

/**
 * The identity of a configured server, the same in every program. Null if the entry names no server
 * that could have one: `check` then answers `cannot-tell`. Never throws.
 */
export function identityWith(hash: HashFunction, config: unknown): Identity | null {
  const entry = copyOf(config);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null;
  const command = first(entry as Entry, 'command', 'cmd');
  const written = first(entry as Entry, 'type', 'transport', 'transportType');
  const kind =
    written === null
      ? command === null
        ? 'http'
        : 'stdio'
      : typeof written === 'string' && Object.hasOwn(kinds, normalizeType(written))
        ? kinds[normalizeType(written)]
        : null;
  if (kind === 'stdio') return commandIdentity(hash, command, entry as Entry);
  return kind === 'http'
    ? endpointIdentity(hash, first(entry as Entry, 'url', 'serverUrl', 'httpUrl', 'uri'))
    : null;
}

/** The first of these fields that the entry has; null counts as absent. */
function first(entry: Entry, ...names: readonly string[]): unknown {
  for (const name of names)
    if (Object.hasOwn(entry, name) && entry[name] !== null) return entry[name];
  return null;
}

const normalizeType = (type: string): string =>
  type.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll('_', '-');

function commandIdentity(hash: HashFunction, command: unknown, entry: Entry): Identity | null {
  const words: unknown[] = Array.isArray(command) ? command : [command];
  const args = first(entry, 'args') ?? [];
  if (!Array.isArray(args)) return null;
  const [program, ...rest] = [...words, ...args];
  const folder = first(entry, 'cwd');
  const cwd = folder === '' ? null : folder;
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && isWellFormed(value);
  if (!isText(program) || program === '' || !rest.every(isText) || !(cwd === null || isText(cwd)))
    return null;
  return { kind: 'stdio', fingerprint: fingerprintOf(hash, program, rest, cwd) };
}

/** SHA-256 of the RFC 8785 JSON of `{args, command, cwd}`, keys in code unit order. */
export function fingerprintOf(
  hash: HashFunction,
  command: string,
  args: readonly string[],
  cwd: string | null,
): string {
  return hash(
    `{"args":[${args.map(canonicalText).join(',')}],"command":${canonicalText(command)},` +
      `"cwd":${cwd === null ? 'null' : canonicalText(cwd)}}`,
  );
}

/** A query often carries a key, so a record stores its SHA-256 and never the query itself. */
function endpointIdentity(hash: HashFunction, url: unknown): Identity | null {
  const address = typeof url === 'string' ? addressOf(url) : null;
  if (address === null) return null;
  return address.query === null
    ? { kind: 'http', url: address.url }
    : { kind: 'http', url: address.url, query: hash(address.query) };
}

/** Equal texts mean the same server. No part of it contains a space. */
export function identityKey(identity: Identity): string {
  if (identity.kind === 'stdio') return `stdio ${identity.fingerprint}`;
  return `http ${identity.url}${identity.query === undefined ? '' : ` ${identity.query}`}`;
}

/** Whether a value has the shape of an identity. */
export const isIdentity = (value: unknown): value is Identity => faultIn(schema, value) === null;
