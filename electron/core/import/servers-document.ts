import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ConfiguredServer, ServerConfig } from '../server-config.ts';
import { parseJsonc } from './jsonc.ts';
import { isEnabled, isRawEntry, parseServerEntry, type RawEntry } from './server-entry.ts';
import { targetKeys, typeKeys } from './keys.ts';
import { serverMapOf } from './server-map.ts';

/** The text of a `servers.json` without servers. */
export const emptyServers = '{\n  "mcpServers": {}\n}\n';

const root = 'mcpServers';
/** Every other key is somebody else's and stays. */
const ownKeys = [...typeKeys, ...targetKeys];
const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/**
 * Reads the servers of a `mcpServers` file in its order. A bad entry is in the list with its
 * problem. The error is one sentence and means that the file must not be written.
 * `servers` and `mcp.servers` (VS Code) are read too where a file has no `mcpServers`.
 */
export function readServers(
  text: string,
  source: ConfiguredServer['source'],
): Result<readonly ConfiguredServer[], string> {
  const map = serversIn(text);
  if (!map.ok) return map;
  return ok(
    Object.entries(map.value).map(([label, entry]) => ({
      label,
      source,
      enabled: !isRawEntry(entry) || isEnabled(entry),
      config: parseServerEntry(entry),
    })),
  );
}

/** The raw entry of one label, or undefined. */
export function rawEntry(text: string, label: string): unknown {
  const map = serversIn(text);
  return map.ok && Object.hasOwn(map.value, label) ? map.value[label] : undefined;
}

/**
 * The text with the entry put under the label, at the end or in its old place; the rest of the text
 * is as it was.
 */
export function putEntry(text: string, label: string, entry: unknown): string {
  return applyEdits(text, modify(text, [root, label], entry, layout));
}

export function removeEntry(text: string, label: string): string {
  return applyEdits(text, modify(text, [root, label], undefined, layout));
}

/** The text with the label's name changed in its place. */
export function renameEntry(text: string, label: string, newLabel: string): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const key = (tree === undefined ? undefined : findNodeAtLocation(tree, [root, label]))?.parent
    ?.children?.[0];
  if (key === undefined) throw new Error('no such server');
  return text.slice(0, key.offset) + JSON.stringify(newLabel) + text.slice(key.offset + key.length);
}

/**
 * The entry of a configuration; keys of `previous` that are not Skillgate's come first and stay.
 */
export function entryOf(config: ServerConfig, previous: unknown): RawEntry {
  const kept = isRawEntry(previous)
    ? Object.fromEntries(Object.entries(previous).filter(([key]) => !ownKeys.includes(key)))
    : {};
  if (config.type !== 'stdio') {
    return {
      type: config.type,
      url: config.url,
      ...(Object.keys(config.headers).length > 0 ? { headers: config.headers } : {}),
      ...kept,
    };
  }
  const { command, args, cwd, env } = config;
  return {
    command,
    args,
    ...(cwd === undefined ? {} : { cwd }),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...kept,
  };
}

/** The entry switched on or off; the key is left out when on, as other programs have it. */
export function withEnabled(previous: unknown, enabled: boolean): RawEntry {
  const { disabled: _, enabled: __, ...rest } = isRawEntry(previous) ? previous : {};
  return enabled ? rest : { ...rest, disabled: true };
}

function serversIn(text: string): Result<RawEntry, string> {
  const file = text.trim() === '' ? ok({}) : parseJsonc(text);
  if (!file.ok) return err(`it is not valid JSON: ${file.error}`);
  return serverMapOf(file.value);
}
