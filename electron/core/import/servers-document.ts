import { err, ok, type Result } from '../../../shared/result.ts';
import type { ConfiguredServer, ServerConfig } from '../server-config.ts';
import { otherPlaceholderIn } from './foreign/ignored-settings.ts';
import { parseJsonc, countOf, withKey, withoutKey, withValue } from './jsonc.ts';
import {
  isEnabled,
  isRawEntry,
  parseServerEntry,
  type RawServerEntry,
  targetKeys,
  typeKeys,
} from './server-entry.ts';
import { oauthKeys } from './oauth-entry.ts';
import { parseWithSecrets, type StoredSecrets } from './secret-reference.ts';
import { serverMapOf, serverMapAt } from './server-map.ts';

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
        `${placeholder.field} has the placeholder ${placeholder.text}, ` +
          'which nothing fills in here; enter the value itself',
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

/** 'unclear': the text would lose something or not say what was requested. */
type Edited = Result<string, 'unclear'>;

/** The text with the server under the label, at the end or in its old place. */
export function putServer(text: string, label: string, config: ServerConfig): Edited {
  const entry = entryOf(config, rawEntry(text, label));
  return checked(text, [label], putEntry(text, label, entry), (map) => isSame(map[label], entry));
}

/** The text without the server, including any duplicate. */
export function removeServer(text: string, label: string): Edited {
  const removed = withoutKey(text, [...mapAt(text), label]);
  return checked(text, [label], removed, (map) => !Object.hasOwn(map, label));
}

/**
 * The text with the label renamed in place. Renaming one of two duplicates would bring the earlier
 * one into effect, which nobody asked for.
 */
export function renameServer(text: string, label: string, newLabel: string): Edited {
  const path = [...mapAt(text), label];
  if (countOf(text, path) !== 1) return err('unclear');
  const entry = rawEntry(text, label);
  return checked(
    text,
    [label, newLabel],
    withKey(text, path, newLabel),
    (map) => !Object.hasOwn(map, label) && isSame(map[newLabel], entry),
  );
}

/** The server turned on or off; the key is removed when on, as in other programs. */
export function enableServer(text: string, label: string, enabled: boolean): Edited {
  const previous = rawEntry(text, label);
  if (!isRawEntry(previous)) return err('unclear');
  const path = [...mapAt(text), label];
  let edited = withoutKey(text, [...path, 'enabled']);
  edited = enabled
    ? withoutKey(edited, [...path, 'disabled'])
    : withValue(edited, [...path, 'disabled'], true);
  const { disabled: _, enabled: __, ...rest } = previous;
  const entry = enabled ? rest : { ...rest, disabled: true };
  return checked(text, [label], edited, (map) => isSame(sorted(map[label]), sorted(entry)));
}

const mapAt = (text: string): readonly string[] => {
  const file = parseJsonc(text);
  return serverMapAt(file.ok ? file.value : {});
};

function putEntry(text: string, label: string, entry: unknown): string {
  const at = mapAt(text);
  const file = parseJsonc(text);
  // `"mcpServers": null` can't hold anything.
  const isNull =
    at.length === 1 && file.ok && isRawEntry(file.value) && file.value[at[0] ?? ''] === null;
  return isNull ? withValue(text, at, { [label]: entry }) : withValue(text, [...at, label], entry);
}

/** The edited text, if those labels have the intended content and everything else is unchanged. */
function checked(
  text: string,
  labels: readonly string[],
  edited: string,
  says: (map: Readonly<Record<string, unknown>>) => boolean,
): Edited {
  const map = serversIn(edited);
  return map.ok && says(map.value) && isSame(others(text, labels), others(edited, labels))
    ? ok(edited)
    : err('unclear');
}

/** Everything in a file except these labels. */
function others(text: string, labels: readonly string[]): unknown {
  const file = parseJsonc(text);
  const map = serversIn(text);
  if (!file.ok || !map.ok) return null;
  const at = serverMapAt(file.value);
  const rest = Object.entries(map.value).filter(([label]) => !labels.includes(label));
  return [rest, withoutAt(file.value, at)];
}

function withoutAt(value: unknown, [key, ...more]: readonly string[]): unknown {
  if (!isRawEntry(value) || key === undefined) return null;
  return Object.entries(value)
    .filter(([name]) => name !== key || more.length > 0)
    .map(([name, inner]) => [name, name === key ? withoutAt(inner, more) : inner]);
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
const sorted = (entry: unknown): unknown =>
  isRawEntry(entry) ? Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)) : entry;
