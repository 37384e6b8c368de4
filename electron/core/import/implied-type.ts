import type { HostId } from '../../../shared/model/plain.ts';
import { familyOf } from '../hosts/host.ts';
import { typeKeys, urlKeys, type RawServerEntry } from './server-entry.ts';

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Keys for an address, in a program's order of preference. Gemini CLI: `httpUrl` first. */
export const urlKeysOf = (program: HostId | null): readonly string[] =>
  familyOf(program) === 'gemini'
    ? ['httpUrl', ...urlKeys.filter((key) => key !== 'httpUrl')]
    : urlKeys;

/**
 * The transport of an entry that doesn't state one: `'sse'` if the program's documentation says so,
 * else undefined, and the entry is read like any other. `program` is the id of an app or import.
 */
export function impliedType(entry: RawServerEntry, program: HostId | null): 'sse' | undefined {
  const family = familyOf(program);
  const says = (keys: readonly string[]): string | undefined =>
    keys.find((key) => isThere(entry[key]));
  if (says([...typeKeys, 'command', 'cmd']) !== undefined) return undefined;
  const urlKey = says(urlKeysOf(program));
  if (urlKey === undefined) return undefined;
  // Gemini CLI documents `url` as an SSE endpoint and `httpUrl` as the other transport.
  if (family === 'gemini') return urlKey === 'url' ? 'sse' : undefined;
  // These try both and use the one that answers.
  if (family !== 'cursor' && family !== 'windsurf') return undefined;
  const url = entry[urlKey];
  return typeof url === 'string' && /\/sse\/?(?:[?#]|$)/.test(url) ? 'sse' : undefined;
}

/** An entry as its program reads it, in the terms of all others. */
export function asItsProgramReads(entry: RawServerEntry, program: HostId | null): RawServerEntry {
  const type = impliedType(entry, program);
  const urlKey = urlKeysOf(program).find((key) => isThere(entry[key]));
  if (type === undefined && (familyOf(program) !== 'gemini' || urlKey === undefined)) return entry;
  const url = urlKey === undefined ? {} : { url: entry[urlKey] };
  return { ...entry, ...url, ...(type === undefined ? {} : { type }) };
}
