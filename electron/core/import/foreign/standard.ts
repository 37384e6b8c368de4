import { isStartSeconds, startSecondsRange, type HostId } from '../../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { impliedType, urlKeysOf } from '../implied-type.ts';
import { oauthKeys } from '../oauth-entry.ts';
import { isRawEntry, transportOf, urlKeys, type RawServerEntry } from '../server-entry.ts';
import { shell } from '../placeholder.ts';
import { spelled, type ConfigOrigin } from './missing-values.ts';
import { withOtherPlaceholders, isSaid, oauthWhy, untaken } from './ignored-settings.ts';

/** An entry in the terms of `parseServerEntry`, plus lines about what isn't imported. */
export interface StandardEntry {
  readonly entry: RawServerEntry;
  readonly left: readonly string[];
}

/** Keys for identity and on/off, which are imported elsewhere. */
const quiet = ['name', 'label', 'disabled', 'enabled', '$schema'];
const typeKeys = ['type', 'transport', 'transportType'];
const targets = {
  command: ['command', 'cmd'],
  args: ['args'],
  cwd: ['cwd'],
  env: ['env', 'envs', 'environment'],
  url: urlKeys,
  headers: ['headers', 'http_headers'],
} as const;
type Target = keyof typeof targets;
const ofCommand: readonly Target[] = ['command', 'args', 'cwd', 'env'];
const ofAddress: readonly Target[] = ['url', 'headers'];

/**
 * Reads an entry by its program's documentation. Nothing is dropped: each key is in the result, in
 * `left`, or has no meaning. The error is one sentence about an entry that can't become a server.
 */
export function standardEntry(
  raw: RawServerEntry,
  origin: ConfigOrigin,
): Result<StandardEntry, string> {
  const refusal = noServer(raw, origin.program);
  if (refusal !== null) return err(refusal);
  const flat = origin.program === 'zed' ? flattened(raw) : raw;
  const used = new Set([...quiet, ...typeKeys]);
  const left: string[] = [];
  const there = (target: Target): string | undefined => {
    const keys = target === 'url' ? urlKeysOf(origin.program) : targets[target];
    return keys.find((key) => (flat[key] ?? null) !== null);
  };
  const given = Object.fromEntries(
    [...ofCommand, ...ofAddress].flatMap((target) => {
      const key = there(target);
      return key === undefined ? [] : [[target, flat[key]]];
    }),
  ) as Partial<Record<Target, unknown>>;
  const written = typeKeys.map((key) => flat[key] ?? null).find((value) => value !== null);
  const type = written ?? impliedType(flat, origin.program);
  const transport = transportOf({ ...given, ...(type === undefined ? {} : { type }) });
  if (!transport.ok) return transport;
  const isCommand = transport.value === 'stdio';
  const entry: Record<string, unknown> = { type: transport.value };
  for (const target of isCommand ? ofCommand : ofAddress) {
    const key = there(target);
    if (key === undefined) continue;
    used.add(key);
    // In a shell's arguments, the same spellings belong to the shell.
    const isShells = target === 'args' && shell.test(String(flat[there('command') ?? ''] ?? ''));
    const value = respelled(flat[key], target, origin);
    entry[target] = isShells
      ? value
      : overTexts(value, (text) => withOtherPlaceholders(text, target === 'url', origin.program));
  }
  for (const target of isCommand ? ofAddress : ofCommand)
    for (const key of targets[target])
      if (isSaid(flat[key])) {
        used.add(key);
        left.push(untaken(key, isCommand ? 'a command has none' : 'an address has none'));
      }
  fromVariables(flat, entry, used, isCommand);
  if (isCommand) inFolder(entry, origin);
  else {
    const oauth = oauthOf(flat, origin, used, left);
    if (oauth !== undefined) entry['oauth'] = oauth;
  }
  const startTimeout = startTimeoutOf(flat, origin.program, used, left);
  if (startTimeout !== undefined) entry['startTimeout'] = startTimeout;
  for (const target of [...ofCommand, ...ofAddress])
    for (const key of targets[target])
      if (isSaid(flat[key]) && !used.has(key)) {
        used.add(key);
        left.push(untaken(key, `${there(target)} is used instead`));
      }
  for (const [key, value] of Object.entries(flat))
    if (!used.has(key) && isSaid(value) && !(key === 'source' && value === 'custom'))
      left.push(untaken(key));
  return ok({ entry, left });
}

/** Why an entry isn't a server that something else could start or contact. */
function noServer(raw: RawServerEntry, program: HostId | null): string | null {
  const type = raw['type'];
  const says = (keys: readonly string[]): boolean =>
    keys.some((key) => (raw[key] ?? null) !== null);
  if (type === 'builtin' || type === 'platform' || type === 'frontend')
    return (
      'not imported: ' +
      `type ${type} is part of ${program === 'goose' ? 'goose' : 'its program'}, not a server`
    );
  if (type === 'inline_python')
    return 'not imported: type inline_python is code that goose runs, not a server';
  if (says(['command', 'cmd', ...urlKeys])) {
    const url = urlKeys.map((key) => raw[key]).find((value) => typeof value === 'string');
    return typeof url === 'string' && /^(?:unix|pipe):/i.test(url)
      ? 'not imported: url is a local socket, which Skillgate can’t connect to'
      : null;
  }
  if (program === 'zed')
    return 'not imported: a Zed extension starts it, and this file doesn’t say how';
  if (program === 'opencode' && says(['enabled', 'disabled']))
    return 'not imported: it turns on or off a server defined in another file or by an organization';
  return null;
}

/** Zed, before 2025-06: `command: {path, args, env}`. */
function flattened(raw: RawServerEntry): RawServerEntry {
  const command = raw['command'];
  if (!isRawEntry(command)) return raw;
  const { path, args, env, ...rest } = command;
  return {
    ...raw,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [`command.${key}`, value])),
    command: path,
    ...(args === undefined ? {} : { args }),
    ...(env === undefined ? {} : { env }),
  };
}

/** A value of an entry with its placeholders in the canonical spelling. */
export const respelled = (value: unknown, field: string, origin: ConfigOrigin): unknown =>
  overTexts(value, (text) => spelled(text, field, origin));

/** A text, a list of texts or a map of them, each text replaced. */
function overTexts(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value);
  if (Array.isArray(value)) return value.map((one) => overTexts(one, make));
  return isRawEntry(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? make(one) : one]),
      )
    : value;
}

/** Codex and goose name variables that they would fill in: each becomes a value to enter. */
function fromVariables(
  raw: RawServerEntry,
  entry: Record<string, unknown>,
  used: Set<string>,
  isCommand: boolean,
): void {
  const into = isCommand ? 'env' : 'headers';
  const map = entry[into] ?? {};
  if (!isRawEntry(map)) return;
  const more: [string, string][] = [];
  const take = (key: string, values: readonly (readonly [unknown, unknown, string])[]): void => {
    const good = values.flatMap(([name, variable, before]): [string, string][] =>
      typeof name === 'string' && typeof variable === 'string' && /^[A-Za-z_]\w*$/.test(variable)
        ? [[name, `${before}\${${variable}}`]]
        : [],
    );
    if (good.length !== values.length || good.length === 0) return;
    used.add(key);
    more.push(...good.filter(([name]) => !Object.hasOwn(map, name)));
  };
  if (isCommand)
    for (const key of ['env_vars', 'env_keys']) {
      const list: unknown = raw[key];
      const named = (Array.isArray(list) ? (list as unknown[]) : []).map((one) =>
        isRawEntry(one) ? one['name'] : one,
      );
      take(
        key,
        named.map((name) => [name, name, ''] as const),
      );
    }
  else {
    const bearer = raw['bearer_token_env_var'];
    take('bearer_token_env_var', isSaid(bearer) ? [['Authorization', bearer, 'Bearer ']] : []);
    const headers = raw['env_http_headers'];
    const pairs = isRawEntry(headers) ? Object.entries(headers) : [];
    take(
      'env_http_headers',
      pairs.map(([name, variable]) => [name, variable, ''] as const),
    );
  }
  if (more.length > 0) entry[into] = { ...map, ...Object.fromEntries(more) };
}

/**
 * A relative path is relative to the project's folder, which a person sees here; if the folder is
 * unknown it's asked for, under the entry's own name for it if it has one. A pasted text keeps its
 * paths.
 */
function inFolder(
  entry: Record<string, unknown>,
  { folder, program, windows }: ConfigOrigin,
): void {
  const { cwd, command, args } = entry;
  const name = JSON.stringify([command, args, cwd]).includes('${workspaceFolder}')
    ? '${workspaceFolder}'
    : '${startFolder}';
  const from = folder ?? (program === null ? null : name);
  if (from === null) return;
  if (typeof cwd === 'string' && cwd !== '') {
    const inside = cwd.replace(/^(?:\.[\\/])+|^\.$/, '');
    if (!isAbsolute.test(cwd))
      entry['cwd'] = inside === '' ? from : `${from}${windows ? '\\' : '/'}${inside}`;
    return;
  }
  const dotted = (text: unknown): boolean =>
    typeof text === 'string' && /^\.{1,2}(?:[\\/]|$)/.test(text);
  const isFromFolder =
    typeof command === 'string' && /[\\/]/.test(command) && !isAbsolute.test(command);
  if (isFromFolder || [args].flat().some(dotted)) entry['cwd'] = from;
}

/** Absolute on any system, or starting with a placeholder. */
const isAbsolute = /^(?:[\\/~]|[A-Za-z]:|\$\{)/;

/**
 * Skillgate's own start timeout unchanged, and Codex's, the only other one about starting alone. In
 * seconds, rounded up, so that whatever starts in time there does so here.
 */
function startTimeoutOf(
  raw: RawServerEntry,
  program: HostId | null,
  used: Set<string>,
  left: string[],
): unknown {
  used.add('startTimeout');
  if (isSaid(raw['startTimeout'])) return raw['startTimeout'];
  if (program !== 'codex') return undefined;
  for (const [key, per] of [
    ['startup_timeout_sec', 1],
    ['startup_timeout_ms', 1_000],
  ] as const) {
    const written = raw[key];
    if (!isSaid(written)) continue;
    used.add(key);
    const seconds = typeof written === 'number' ? Math.ceil(written / per) : undefined;
    if (isStartSeconds(seconds)) return seconds;
    left.push(untaken(key, `it is not ${startSecondsRange}`));
  }
  return undefined;
}

/**
 * `oauth` in most programs, `auth` in Cursor, `scopes` in Codex; unsupported parts are reported.
 */
function oauthOf(
  raw: RawServerEntry,
  origin: ConfigOrigin,
  used: Set<string>,
  left: string[],
): RawServerEntry | undefined {
  const key = isRawEntry(raw['auth']) ? 'auth' : 'oauth';
  const written = raw[key];
  const oauth: Record<string, unknown> = {};
  if (written === false) {
    used.add(key);
    left.push(untaken(`${key}: false`, oauthWhy));
  }
  if (isRawEntry(written)) {
    used.add(key);
    for (const [name, value] of Object.entries(written)) {
      const own = name === 'scope' ? 'scopes' : camel(name);
      if (oauthKeys.has(own)) {
        if (isSaid(value)) oauth[own] = respelled(value, 'oauth', origin);
      } else if (name !== 'enabled' && isSaid(value))
        left.push(untaken(`${key}.${name}`, oauthWhy));
    }
  }
  if (Array.isArray(raw['scopes']) && raw['scopes'].length > 0) {
    used.add('scopes');
    oauth['scopes'] ??= raw['scopes'];
  }
  return Object.keys(oauth).length === 0 ? undefined : oauth;
}

/** `CLIENT_ID` and `client_id` as `clientId`. */
const camel = (name: string): string =>
  name.includes('_')
    ? name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
