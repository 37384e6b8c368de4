import type { Node } from 'jsonc-parser';
import { propertiesOf, treeOf, withValues, type JsonEdit, valueOf, parseJsonc } from './jsonc.ts';
import { secretArguments, urlCredentials } from './mask.ts';
import type { ServerConfig } from '../server-config.ts';
import {
  clearSecrets,
  isClear,
  placeOf,
  secretText,
  withoutReferences,
  noSecrets,
  parseWithSecrets,
  referenceTo,
  useOf,
  type StoredSecret,
  type SecretField,
  type StoredSecrets,
} from './secret-reference.ts';
import { parseServerEntry, urlKeys } from './server-entry.ts';
import { entryOf, readServers, serversIn } from './servers-document.ts';
import { ok } from '../../../shared/result.ts';
import { serverMapAt } from './server-map.ts';

/** A server's secret by its location, never its value. */
export interface SecretPlace {
  readonly label: string;
  readonly field: string;
}

/**
 * Every plaintext secret in the text, by location: including unusable entries, earlier duplicates
 * that don't count, and maps other than the one that's read. Secrets that a reference can replace
 * come first.
 */
export function secretPlaces(text: string): readonly SecretPlace[] {
  const entries = entriesIn(text);
  const fields = entries.flatMap(({ label, node }) =>
    clearFields(node).map((field) => ({ label, field })),
  );
  const others = entries.flatMap(({ label, node }) =>
    openFields(node).map((field) => ({ label, field })),
  );
  const all = [...fields, ...others].map((place) => [JSON.stringify(place), place] as const);
  return [...new Map(all).values()];
}

/**
 * Plaintext secrets in a text that the previous one didn't have. `renamed`: a server that has a new
 * label, whose secrets don't count as new for that.
 */
export function newlyClear(
  before: string,
  after: string,
  renamed: { readonly from: string; readonly to: string } | null = null,
): readonly SecretPlace[] {
  const key = ({ label, field }: SecretPlace): string => JSON.stringify([label, field]);
  const known = new Set(
    secretPlaces(before).map(({ label, field }) =>
      key({ label: label === renamed?.from ? renamed.to : label, field }),
    ),
  );
  return secretPlaces(after).filter((place) => !known.has(key(place)));
}

/**
 * The secrets in a configuration, by location; `holes` are the names and locations of missing
 * values, which aren't its own secrets.
 */
export function secretsWith(
  config: ServerConfig,
  holes: readonly { readonly name: string; readonly fields: readonly string[] }[],
): readonly string[] {
  const fields = clearSecrets(entryOf(config, undefined), config)
    .map(({ kind, name }) => `${kind}.${name}`)
    .filter((field) => !holes.some((hole) => hole.fields.includes(field)));
  const open = config.type === 'stdio' ? secretArguments(config) : urlCredentials(config.url);
  const isOwn = (text: string): boolean => !holes.some(({ name }) => text.includes(name));
  return [...fields, ...(open.some(isOwn) ? [config.type === 'stdio' ? 'args' : 'url'] : [])];
}

function entriesIn(text: string): readonly { readonly label: string; readonly node: Node }[] {
  const tree = treeOf(text);
  const named = (object: Node | undefined, ...names: readonly string[]): readonly Node[] =>
    propertiesOf(object)
      .filter(({ name }) => names.includes(name))
      .map(({ value }) => value);
  return [
    ...named(tree, 'mcpServers', 'servers'),
    ...named(tree, 'mcp').flatMap((mcp) => named(mcp, 'servers')),
  ].flatMap((map) => propertiesOf(map).map(({ name, value }) => ({ label: name, node: value })));
}

/** Values of variables and headers, and the secret from an authorization server. */
function clearFields(entry: Node): readonly string[] {
  const config = parseServerEntry(withoutReferences(valueOf(entry)));
  return propertiesOf(entry).flatMap(({ name: key, value: map }) =>
    propertiesOf(map).flatMap(({ name, value }) => {
      const kind = placeOf(key, name);
      const text = secretText(value.value);
      if (kind === null || text === null) return [];
      const field = { path: [key, name], kind, name, value: text };
      return isClear(field, config.ok ? config.value : null) ? [`${kind}.${name}`] : [];
    }),
  );
}

/**
 * Arguments and addresses, which are part of a server's identity and always contain their
 * credentials.
 */
function openFields(entry: Node): readonly string[] {
  return propertiesOf(entry).flatMap(({ name, value }) => {
    const said: unknown = valueOf(value);
    if (typeof said === 'string')
      return (urlKeys as readonly string[]).includes(name) && urlCredentials(said).length > 0
        ? ['url']
        : [];
    if (!Array.isArray(said) || !['args', 'command', 'cmd'].includes(name)) return [];
    const args = said.map((one) => (typeof one === 'string' ? one : ''));
    return secretArguments({ args }).length > 0 ? ['args'] : [];
  });
}

/** Every plaintext secret in the usable entries that count. */
export function clearIn(
  text: string,
  secrets: StoredSecrets = noSecrets,
): readonly (SecretField & { readonly label: string; readonly use: string })[] {
  const map = serversIn(text);
  return Object.entries(map.ok ? map.value : {}).flatMap(([label, entry]) => {
    const config = parseWithSecrets(entry, secrets);
    // If only a reference is wrong, the values beside it are still secrets.
    const read = config.ok ? config : parseServerEntry(withoutReferences(entry));
    return read.ok
      ? clearSecrets(entry, read.value).map((field) => ({
          ...field,
          label,
          use: useOf(field, read.value),
        }))
      : [];
  });
}

/**
 * The text with references in place of secrets, and the new secrets. A secret stored for the same
 * use keeps its id. Null if the result would mean something else.
 */
export function withReferences(
  text: string,
  known: Readonly<Record<string, StoredSecret>>,
  newId: () => string,
): { readonly text: string; readonly added: Readonly<Record<string, StoredSecret>> } | null {
  const ids = new Map(Object.entries(known).map(([id, kept]) => [makeKey(kept), id]));
  const added: Record<string, StoredSecret> = {};
  const file = parseJsonc(text);
  const at = file.ok ? serverMapAt(file.value) : [];
  const changes: JsonEdit[] = [];
  for (const { label, path, value, use } of clearIn(text, ok(known))) {
    const kept = { value, use };
    let id = ids.get(makeKey(kept));
    if (id === undefined) {
      id = newId();
      ids.set(makeKey(kept), id);
      added[id] = kept;
    }
    changes.push({ path: [...at, label, ...path], value: referenceTo(id) });
  }
  const changed = withValues(text, changes);
  if (changed === null) return null;
  const secrets = ok({ ...known, ...added });
  const isSame =
    clearIn(changed, secrets).length === 0 &&
    JSON.stringify(readServers(changed, 'stored', secrets)) ===
      JSON.stringify(readServers(text, 'stored', ok(known)));
  return isSame ? { text: changed, added } : null;
}

const makeKey = ({ value, use }: StoredSecret): string => JSON.stringify([use, value]);
