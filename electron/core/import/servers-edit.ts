import { err, ok, type Result } from '../../../shared/result.ts';
import type { ServerConfig } from '../server-config.ts';
import { countOf, withKey, withoutKey, withValue } from './jsonc-edit.ts';
import { parseJsonc } from './jsonc.ts';
import { isRawEntry } from './server-entry.ts';
import { serverMapAt } from './server-map.ts';
import { entryOf, rawEntry, serversIn } from './servers-document.ts';

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
