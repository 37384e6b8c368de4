import { err, ok, type Result } from '../../../shared/result.ts';
import type { ConfiguredServer, ServerConfig } from '../server-config.ts';
import { otherPlaceholderIn } from './foreign/other-placeholders.ts';
import { parseJsonc } from './jsonc.ts';
import { isEnabled, isRawEntry, parseServerEntry, type RawServerEntry } from './server-entry.ts';
import { targetKeys, typeKeys } from './keys.ts';
import { oauthKeys } from './oauth-entry.ts';
import { parseWithSecrets, type StoredSecrets } from './secret-reference.ts';
import { serverMapOf } from './server-map.ts';

/** A `servers.json` without servers. */
export const emptyServers = '{\n  "mcpServers": {}\n}\n';

/** All other keys belong to others and stay. */
const ownKeys = [...typeKeys, ...targetKeys, 'oauth', 'startTimeout', 'startIn'];

/**
 * Reads the servers of a `mcpServers` file in order. A bad entry is listed with its problem. An
 * error, one sentence, means that the file must not be written. `servers` and `mcp.servers` (VS
 * Code) are read if there is no `mcpServers`. `secrets` are those that entries may refer to;
 * without them a reference is a placeholder like any other.
 */
export function readServers(
  text: string,
  source: ConfiguredServer['source'],
  secrets: StoredSecrets | null = null,
): Result<readonly ConfiguredServer[], string> {
  const map = serversIn(text);
  if (!map.ok) return map;
  return ok(
    Object.entries(map.value).map(([label, entry]) => ({
      label,
      source,
      enabled: !isRawEntry(entry) || isEnabled(entry),
      config: secrets === null ? parseAsWritten(entry) : parseWithSecrets(entry, secrets),
    })),
  );
}

/**
 * An entry of a list that nobody imported. A placeholder in it would reach the server as its text,
 * and a program that is sent `<YOUR_TOKEN>` reports a failure that nobody understands.
 */
function parseAsWritten(entry: unknown): Result<ServerConfig, string> {
  const config = parseServerEntry(entry);
  const placeholder = config.ok ? otherPlaceholderIn(config.value) : null;
  return placeholder === null
    ? config
    : err(
        `${placeholder.field} has the placeholder ${placeholder.text}, which nothing fills in here; enter the value itself`,
      );
}

/** The raw entry of one label, or undefined. */
export function rawEntry(text: string, label: string): unknown {
  const map = serversIn(text);
  return map.ok && Object.hasOwn(map.value, label) ? map.value[label] : undefined;
}

/** A configuration as an entry; keys of `previous` that aren't Skillgate's come first and stay. */
export function entryOf(config: ServerConfig, previous: unknown): RawServerEntry {
  const kept = isRawEntry(previous)
    ? Object.fromEntries(Object.entries(previous).filter(([key]) => !ownKeys.includes(key)))
    : {};
  if (config.type !== 'stdio') {
    return {
      ...(config.isTypeImplied === true ? {} : { type: config.type }),
      url: config.url,
      ...(Object.keys(config.headers).length > 0 ? { headers: config.headers } : {}),
      ...(config.oauth === undefined
        ? {}
        : { oauth: { ...othersOAuth(previous), ...config.oauth } }),
      ...startTimeoutOf(config),
      ...kept,
    };
  }
  const { command, args, cwd, startIn, env } = config;
  return {
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(startIn === undefined ? {} : { startIn }),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...startTimeoutOf(config),
    ...kept,
  };
}

const startTimeoutOf = ({ startTimeout }: ServerConfig): RawServerEntry =>
  startTimeout === undefined ? {} : { startTimeout };

/** The contents of `oauth` that belong to other programs. */
const othersOAuth = (previous: unknown): RawServerEntry => {
  const oauth = isRawEntry(previous) ? previous['oauth'] : undefined;
  return isRawEntry(oauth)
    ? Object.fromEntries(Object.entries(oauth).filter(([key]) => !oauthKeys.has(key)))
    : {};
};

/** The entries of a text by label. The error is one sentence. */
export function serversIn(text: string): Result<RawServerEntry, string> {
  const file = text.trim() === '' ? ok({}) : parseJsonc(text);
  if (!file.ok) return err(`it is not valid JSON: ${file.error}`);
  return serverMapOf(file.value);
}
