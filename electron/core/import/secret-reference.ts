import { err, ok, type Result } from '../../../shared/result.ts';
import type { ServerConfig } from '../server-config.ts';
import { namesCredential, hasScheme } from '../start/credential.ts';
import { targetOf } from '../start/edit/other-targets.ts';
import { mayBeToken } from '../start/command-review.ts';
import { variablesParts } from '../start/argument.ts';
import { urlCredentials } from './mask.ts';
import { mayBeSecretHeader, mayBeSecretVariable } from './may-be-secret.ts';
import { isRawEntry, parseServerEntry, type RawServerEntry } from './server-entry.ts';

// A secret of `servers.json` is stored in the vault, and the file holds a reference instead. No app
// mistakes it for a variable: none has such a name, and the file is Skillgate's own.

/** The prefix of every reference. */
export const referenceMark = '${skillgate:';

export const referenceTo = (id: string): string => `${referenceMark}${id}}`;

/** The secret that an entire text refers to, or null. */
export const referenceIn = (text: string): string | null =>
  /^\$\{skillgate:([\da-f]{32})\}$/.exec(text)?.[1] ?? null;

/** A text of an entry that may be a secret. */
export interface SecretField {
  /** Keys from the entry on: `headers`, `Authorization`. */
  readonly path: readonly string[];
  readonly kind: 'env' | 'headers' | 'oauth';
  readonly name: string;
  readonly value: string;
}

const kinds: Readonly<Record<string, SecretField['kind']>> = {
  ...{ env: 'env', envs: 'env', environment: 'env' },
  ...{ headers: 'headers', http_headers: 'headers' },
  oauth: 'oauth',
};

/** What kind of text is under these two keys of an entry; null if it can't be a secret. */
export function placeOf(key: string, name: string): SecretField['kind'] | null {
  const kind = Object.hasOwn(kinds, key) ? (kinds[key] ?? null) : null;
  return kind === 'oauth' && name !== 'clientSecret' ? null : kind;
}

/** A value as it's used; null if it isn't text. A number is text without its quotes. */
export function secretText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

/** Values of variables and headers, and the secret from an authorization server. */
export function secretFields(entry: unknown): readonly SecretField[] {
  if (!isRawEntry(entry)) return [];
  return Object.keys(kinds).flatMap((key) => {
    const map = entry[key];
    return Object.entries(isRawEntry(map) ? map : {}).flatMap(([name, value]) => {
      const kind = placeOf(key, name);
      // A client secret must be text.
      const text = kind === 'oauth' && typeof value !== 'string' ? null : secretText(value);
      return kind === null || text === null ? [] : [{ path: [key, name], kind, name, value: text }];
    });
  });
}

/** Those that may be credentials and are stored as plaintext. */
export const clearSecrets = (entry: unknown, config: ServerConfig): readonly SecretField[] =>
  secretFields(entry).filter((field) => isClear(field, config));

/** `config`: what the entry means; null if unknown. */
export function isClear({ kind, name, value }: SecretField, config: ServerConfig | null): boolean {
  if (value === '' || referenceIn(value) !== null) return false;
  if (kind === 'oauth' || namesCredential(name) || mayBeToken(value)) return true;
  if (kind === 'headers') return hasScheme(value) || mayBeSecretHeader(name, value);
  // An address with a password too, whether or not a screen hides it.
  if (urlCredentials(value).length > 0 || mayBeSecretVariable(name, value)) return true;
  return config?.type === 'stdio' && hiddenIn(config).has(name);
}

/** Called for each variable of an entry, of which there may be thousands. */
const hidden = new WeakMap<ServerConfig, ReadonlySet<string>>();
const targets = new WeakMap<ServerConfig, readonly unknown[]>();

/** Variables that a screen partly hides. */
function hiddenIn(config: Extract<ServerConfig, { type: 'stdio' }>): ReadonlySet<string> {
  const before = hidden.get(config);
  if (before !== undefined) return before;
  const found = variablesParts(config).filter(({ value }) => value.some((part) => part.hidden));
  const names = new Set(found.map(({ name }) => name));
  hidden.set(config, names);
  return names;
}

function knownTarget(config: ServerConfig): readonly unknown[] {
  const target = targets.get(config) ?? targetOf(config);
  targets.set(config, target);
  return target;
}

/**
 * What a secret is for: its field, and the host that receives it or the program that starts with
 * it. Someone who can write `servers.json` must not be able to redirect it.
 */
export const useOf = ({ kind, name }: SecretField, config: ServerConfig): string =>
  JSON.stringify([
    kind,
    name,
    ...knownTarget(config),
    ...(kind === 'oauth' ? clientOf(config) : []),
  ]);

/** A client secret goes to whoever the fields beside it name, not to the server. */
function clientOf(config: ServerConfig): readonly unknown[] {
  const {
    clientSecret: _,
    scopes: __,
    ...client
  } = (config.type !== 'stdio' && config.oauth) || {};
  return Object.entries(client).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** A secret as stored. */
export interface StoredSecret {
  readonly value: string;
  readonly use: string;
}

/** Secrets by id, or one sentence that says why there are none. */
export type StoredSecrets = Result<Readonly<Record<string, StoredSecret>>, string>;

export const noSecrets: StoredSecrets = ok({});

/** Reads an entry with the secrets it refers to. The error is one sentence without secrets. */
export function parseWithSecrets(
  entry: unknown,
  secrets: StoredSecrets,
): Result<ServerConfig, string> {
  const referring = references(entry);
  if (referring.length === 0) return parseServerEntry(entry);
  if (!secrets.ok) return err(`its secrets can’t be read. ${secrets.error}`);
  const texts: Filled[] = [];
  for (const { path, kind, name, value } of referring) {
    const id = referenceIn(value) ?? '';
    const kept = Object.hasOwn(secrets.value, id) ? secrets.value[id] : undefined;
    if (kept === undefined)
      return err(`the secret of ${kind}.${name} isn’t stored here; enter its value again`);
    texts.push({ path, text: kept.value });
  }
  const config = parseServerEntry(withTexts(entry as RawServerEntry, texts));
  if (!config.ok) return config;
  const strange = referring.find(
    (field) => secrets.value[referenceIn(field.value) ?? '']?.use !== useOf(field, config.value),
  );
  return strange === undefined
    ? config
    : err(
        `the secret of ${strange.kind}.${strange.name} was stored for a different ${
          config.value.type === 'stdio' ? 'command or different variables' : 'address'
        }; enter its value again`,
      );
}

const references = (entry: unknown): readonly SecretField[] =>
  secretFields(entry).filter(({ value }) => referenceIn(value) !== null);

/** The entry with any text in place of its references: enough to tell which server it is. */
export function withoutReferences(entry: unknown): unknown {
  const texts = references(entry).map(({ path }) => ({ path, text: 'x' }));
  return texts.length === 0 ? entry : withTexts(entry as RawServerEntry, texts);
}

interface Filled {
  readonly path: SecretField['path'];
  readonly text: string;
}

/** The entry with these texts at their paths. */
function withTexts(entry: RawServerEntry, filled: readonly Filled[]): RawServerEntry {
  const maps = new Map<string, Map<string, unknown>>();
  for (const { path, text } of filled) {
    const [key = '', name = ''] = path;
    const map = entry[key];
    const texts = maps.get(key) ?? new Map(Object.entries(isRawEntry(map) ? map : {}));
    maps.set(key, texts.set(name, text));
  }
  const changed = [...maps].map(([key, texts]) => [key, Object.fromEntries(texts)] as const);
  return { ...entry, ...Object.fromEntries(changed) };
}

/** Every secret that a text refers to, anywhere in it. */
export const referencesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\$\{skillgate:([\da-f]{32})\}/g)].map(([, id = '']) => id));
