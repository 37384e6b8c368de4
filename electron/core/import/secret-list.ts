import type { Node } from 'jsonc-parser';
import { propertiesOf, treeOf } from './jsonc-edit.ts';
import { valueOf } from './jsonc.ts';
import { secretArguments, urlCredentials } from './mask.ts';
import type { ServerConfig } from '../server-config.ts';
import {
  clearSecrets,
  isClear,
  placeOf,
  secretText,
  withoutReferences,
} from './secret-reference.ts';
import { parseServerEntry, urlKeys } from './server-entry.ts';
import { entryOf } from './servers-document.ts';

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
