import type { ServerConfig } from '../server-config.ts';
import { isStartSeconds, startSecondsRange } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isAbsolutePath } from '../start/start-folder.ts';
import { readOAuth } from './oauth-entry.ts';
import { placeholderIn } from './placeholder.ts';
import { addressProblem } from '../../../shared/url.ts';

/** A server's entry in a configuration file, in any shape that programs use. */
export type RawServerEntry = Readonly<Record<string, unknown>>;

export function isRawEntry(value: unknown): value is RawServerEntry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys for an HTTP endpoint: the common `url`, Windsurf, Gemini CLI, goose. */
export const urlKeys = ['url', 'serverUrl', 'httpUrl', 'uri'] as const;

/** Whether an entry has what a server needs, whatever else is wrong with it. */
export function looksLikeServer(value: unknown): value is RawServerEntry {
  return (
    isRawEntry(value) &&
    (['command', 'cmd', ...urlKeys].some((key) => typeof value[key] === 'string') ||
      Array.isArray(value['command']))
  );
}

/** Null counts as an absent field, as in every program. */
const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * False only for entries that are turned off (`disabled: true`; Codex and goose: `enabled: false`).
 */
export function isEnabled(entry: RawServerEntry): boolean {
  return entry['disabled'] !== true && entry['enabled'] !== false;
}

/**
 * Reads one server of `mcpServers` or its relatives. `url` without `type` is streamable HTTP, or
 * HTTP+SSE if the address refuses that.
 * The error is one sentence for the person, free of secret values.
 */
export function parseServerEntry(value: unknown): Result<ServerConfig, string> {
  const config = readEntry(value);
  if (!config.ok) return config;
  const placeholder = placeholderIn(config.value);
  return placeholder === null
    ? config
    : err(
        `${placeholder.field} has the placeholder ${placeholder.text}, ` +
          'which only the program it was written for can fill in; enter the value itself',
      );
}

/** The same for an entry whose placeholders will be filled in later. */
export function readEntry(value: unknown): Result<ServerConfig, string> {
  if (!isRawEntry(value)) return err('not an object');
  const type = transportOf(value);
  if (!type.ok) return type;
  const config =
    type.value === 'stdio' ? readStdio(value) : readHttp(value, type.value, isTypeImplied(value));
  if (!config.ok) return config;
  // A null character ends a text early for the system; half a surrogate pair has no bytes to send
  // or hash.
  if (/\\u0000|\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(config.value).replaceAll('\\\\', '')))
    return err('a value contains a null or half a character');
  return withStartTimeout(config.value, value['startTimeout']);
}

/** The key is Skillgate's own, so an invalid value can't come from another program. */
function withStartTimeout(config: ServerConfig, value: unknown): Result<ServerConfig, string> {
  if (!isThere(value)) return ok(config);
  return isStartSeconds(value)
    ? ok({ ...config, startTimeout: value })
    : err(`startTimeout is not ${startSecondsRange}`);
}

const writtenType = (entry: RawServerEntry): unknown =>
  entry['type'] ?? entry['transport'] ?? entry['transportType'] ?? null;

/** Gemini CLI's `httpUrl` names the transport, too. */
const isTypeImplied = (entry: RawServerEntry): boolean =>
  writtenType(entry) === null && !isThere(entry['httpUrl']);

/** The transport of a server; the error is one sentence. */
export function transportOf(entry: RawServerEntry): Result<ServerConfig['type'], string> {
  const written = writtenType(entry);
  if (written === null) {
    if ((entry['command'] ?? entry['cmd'] ?? null) !== null) return ok('stdio');
    if (urlKeys.some((key) => isThere(entry[key]))) return ok('http');
    return err('neither command nor url');
  }
  if (typeof written !== 'string') return err('type is not text');
  switch (written.toLowerCase().replaceAll('_', '-')) {
    case 'stdio':
    case 'local':
      return ok('stdio');
    case 'http':
    case 'streamable-http':
    case 'streamablehttp':
    case 'remote':
      return ok('http');
    case 'sse':
      return ok('sse');
    case 'well-known':
      return ok('well-known');
    default:
      return err(
        `type ${JSON.stringify(written.slice(0, 40))} is not stdio, http, sse or well-known`,
      );
  }
}

const runners =
  /^(?:npx|bunx|uvx|node|bun|deno|pnpm|yarn|npm|uv|pipx|python\d?|docker|podman)(?:\s|$)/;

/**
 * `npx -y foo` in one text: no program has such a name, so it's split where no quotes make that
 * uncertain. Otherwise a token among its words would be shown as a part of the program's name.
 */
function wordsOf(command: unknown): readonly unknown[] {
  if (typeof command !== 'string' || !runners.test(command.trim())) return [command];
  return /["'\\`]/.test(command) ? [command] : command.trim().split(/\s+/);
}

function readStdio(entry: RawServerEntry): Result<ServerConfig, string> {
  const written = entry['command'] ?? entry['cmd'];
  const more = entry['args'] ?? [];
  if (!Array.isArray(more)) return err('args is not a list of texts');
  // Some programs keep the whole command line in one list, and some people in one text.
  const [command, ...args]: readonly unknown[] = [
    ...(Array.isArray(written) ? (written as unknown[]) : wordsOf(written)),
    ...(more as unknown[]),
  ];
  if (typeof command !== 'string' || command.trim() === '')
    return err('command is missing or not text');
  if (!isTexts(args)) return err('args is not a list of texts');
  const cwd = entry['cwd'] ?? undefined;
  if (cwd !== undefined && typeof cwd !== 'string') return err('cwd is not text');
  const startIn = entry['startIn'] ?? '';
  if (typeof startIn !== 'string' || (startIn !== '' && !isAbsolutePath(startIn)))
    return err('startIn is not an absolute folder path');
  const env = readTexts(entry['env'] ?? entry['envs'] ?? entry['environment'], 'env');
  if (!env.ok) return env;
  if (!Object.keys(env.value).every(isVariableName)) return err(variableNameWords);
  return ok({
    type: 'stdio',
    command,
    args,
    ...(cwd === undefined || cwd === '' ? {} : { cwd }),
    ...(startIn === '' ? {} : { startIn }),
    env: env.value,
  });
}

const isTexts = (values: readonly unknown[]): values is readonly string[] =>
  values.every((value) => typeof value === 'string');

function readHttp(
  entry: RawServerEntry,
  type: 'http' | 'sse' | 'well-known',
  isImplied: boolean,
): Result<ServerConfig, string> {
  const key = urlKeys.find((candidate) => isThere(entry[candidate]));
  const url = key === undefined ? undefined : entry[key];
  if (typeof url !== 'string') return err('url is missing or not text');
  const headers = readTexts(entry['headers'] ?? entry['http_headers'], 'headers');
  if (!headers.ok) return headers;
  const bad = Object.entries(headers.value).find(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value),
  );
  if (bad !== undefined)
    return err(
      `headers has ${JSON.stringify(bad[0].slice(0, 40))}, which can’t be sent as a header`,
    );
  if (type === 'well-known' && Object.keys(headers.value).length > 0)
    return err('headers are not sent to a well-known address; leave them out');
  const oauth = readOAuth(entry['oauth']);
  if (!oauth.ok) return oauth;
  const config: ServerConfig = {
    type,
    url: url.trim(),
    headers: headers.value,
    ...(oauth.value === null ? {} : { oauth: oauth.value }),
    ...(isImplied ? { isTypeImplied: true } : {}),
  };
  // A placeholder explains better why an address doesn't parse.
  if (placeholderIn(config) === null) {
    const problem = addressProblem(config.url);
    if (problem !== null) return err(`url ${problem}`);
  }
  return ok(config);
}

/** Numbers and booleans often lack their quotes, so they count as the text they show. */
function readTexts(
  value: unknown,
  field: string,
): Result<Readonly<Record<string, string>>, string> {
  if (value === undefined || value === null) return ok({});
  if (!isRawEntry(value)) return err(`${field} is not an object`);
  const texts: [string, string][] = [];
  for (const [name, item] of Object.entries(value)) {
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean')
      return err(`${field}.${name} is not text`);
    texts.push([name, String(item)]);
  }
  return ok(Object.fromEntries(texts));
}

/** Keys that describe an entry's target, in every spelling; all others are kept. */
export const targetKeys: ReadonlySet<string> = new Set([
  'command',
  'cmd',
  'args',
  'cwd',
  'env',
  'envs',
  'environment',
  'url',
  'serverUrl',
  'httpUrl',
  'uri',
  'headers',
  'http_headers',
]);

/** Keys that describe the transport to an entry's target. */
export const typeKeys: readonly string[] = ['type', 'transport', 'transportType'];

/**
 * Whether the system sets a variable with exactly this name. The attacker's `BASH_ENV=x` sets
 * `BASH_ENV`, which loads code, while the name shown and checked is one that no rule knows.
 */
export const isVariableName = (name: string): boolean => name.trim() !== '' && !/[=\0]/.test(name);

export const variableNameWords =
  'a variable name is empty or contains "=" or a null character, ' +
  'so the system would set a different variable; correct its name';
