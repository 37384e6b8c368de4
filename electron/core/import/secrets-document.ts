import { ok } from '../../../shared/result.ts';
import { withValues, type JsonEdit } from './jsonc-edit.ts';
import { parseJsonc } from './jsonc.ts';
import {
  clearSecrets,
  noSecrets,
  parseWithSecrets,
  referenceTo,
  useOf,
  withoutReferences,
  type StoredSecret,
  type SecretField,
  type StoredSecrets,
} from './secret-reference.ts';
import { parseServerEntry } from './server-entry.ts';
import { serverMapAt } from './server-map.ts';
import { readServers, serversIn } from './servers-document.ts';

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
