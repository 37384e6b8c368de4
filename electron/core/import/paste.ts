import type { ServerConfig } from '../server-config.ts';
import { parseConfiguration } from './document.ts';
import { isLines, readLines } from './lines/lines.ts';
import { deriveLabel, freeLabel, isAltered, tidyLabel } from './label.ts';
import {
  isEnabled,
  isRawEntry,
  looksLikeServer,
  parseServerEntry,
  type RawEntry,
} from './server-entry.ts';

/** Bytes of pasted or imported text that are looked at. */
export const pasteBytes = 1024 * 1024;
const pasteServers = 1_000;

export interface PastedServer {
  readonly label: string;
  readonly config: ServerConfig;
  /** False when the program that it comes from had it switched off. */
  readonly enabled: boolean;
  /** The entry as written, in the shape it came in. */
  readonly original: unknown;
}

export interface Paste {
  readonly servers: readonly PastedServer[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

/**
 * Finds MCP servers in text that a person pasted or that another program keeps.
 * Takes JSON (comments and trailing commas allowed), Codex TOML or goose YAML in these shapes:
 * `mcpServers`, `servers`, `mcp.servers`, `mcp_servers`, `extensions`, Claude Code's
 * `projects.*.mcpServers`, a bare `{label: {…}}`, a list, or one server. Labels in the answer
 * are unique. Never throws; whatever is not taken is in `problems` with where and why.
 */
export function parsePaste(text: string): Paste {
  if (text.length > pasteBytes || Buffer.byteLength(text) > pasteBytes)
    return failed('This is larger than 1 MiB, which no list of servers is.');
  const document = parseConfiguration(text);
  if (!document.ok) return failed(document.error);
  const found = entriesIn(document.value);
  if (found.length === 0)
    return failed(
      'No MCP servers were found here. Expected {"mcpServers": {"label": {"command": …}}} or {"label": {"url": …}}.',
    );

  return serversOf(found, []);
}

/** What a person pastes: besides such text an address, or lines for a shell or for Claude Code. */
export function parsePasted(text: string): Paste {
  if (text.length > pasteBytes || !isLines(text)) return parsePaste(text);
  const read = readLines(text);
  const problems = read.flatMap(({ where, server }) =>
    server.ok
      ? server.value.left.map((left) => ({ where, message: `Not taken over: ${left}` }))
      : [{ where, message: server.error }],
  );
  return serversOf(
    read.flatMap(({ where, server }) => (server.ok ? [{ where, ...server.value }] : [])),
    problems,
  );
}

function serversOf(found: readonly Found[], known: Paste['problems']): Paste {
  const servers: PastedServer[] = [];
  const problems = [...known];
  const taken = new Map<string, string>();
  for (const { where, label, entry } of found.slice(0, pasteServers)) {
    const config = parseServerEntry(entry);
    if (!config.ok) {
      problems.push({ where, message: config.error });
      continue;
    }
    const wanted = tidyLabel(label) || deriveLabel(config.value);
    const shape = JSON.stringify(config.value);
    if (taken.get(wanted) === shape) continue;
    const free = freeLabel(wanted, taken);
    taken.set(free, shape);
    const enabled = !isRawEntry(entry) || isEnabled(entry);
    if (label !== '' && isAltered(label, wanted))
      problems.push({
        where,
        message: `It is called ${free} here: a label has only letters, digits and plain signs.`,
      });
    servers.push({ label: free, config: config.value, enabled, original: entry });
  }
  if (found.length > pasteServers)
    problems.push({
      where: '',
      message: `Only the first ${pasteServers} of ${found.length} servers were read.`,
    });
  return { servers, problems };
}

const failed = (message: string): Paste => ({ servers: [], problems: [{ where: '', message }] });

interface Found {
  readonly where: string;
  /** Empty when the shape has no name for the server. */
  readonly label: string;
  readonly entry: unknown;
}

function entriesIn(value: unknown): readonly Found[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) =>
      looksLikeServer(entry) ? [{ where: `[${index}]`, label: nameOf(entry), entry }] : [],
    );
  if (!isRawEntry(value)) return [];
  if (looksLikeServer(value)) return [{ where: '', label: nameOf(value), entry: value }];

  const known = [
    ...mapAt(value, 'mcpServers'),
    ...mapAt(value, 'servers'),
    ...mapAt(value, 'mcp_servers'),
    ...nested(value),
    ...gooseIn(value),
    ...projectsIn(value),
  ];
  if (
    known.length > 0 ||
    ['mcpServers', 'servers', 'mcp_servers'].some((key) => isRawEntry(value[key]))
  )
    return known;
  // A bare {label: {…}}; anything else in it is reported only when a server stands beside it.
  if (!Object.values(value).some(looksLikeServer)) return [];
  return Object.entries(value).map(([label, entry]) => ({ where: label, label, entry }));
}

function mapAt(value: RawEntry, key: string, path = key): readonly Found[] {
  const map = value[key];
  if (Array.isArray(map))
    return map.map((entry: unknown, index) => ({
      where: `${path}[${index}]`,
      label: isRawEntry(entry) ? nameOf(entry) : '',
      entry,
    }));
  if (!isRawEntry(map)) return [];
  return Object.entries(map).map(([label, entry]) => ({ where: `${path}.${label}`, label, entry }));
}

/**
 * VS Code's settings: `mcp.servers` as a path and as one dotted key; Gemini-like `mcp.mcpServers`.
 */
function nested(value: RawEntry): readonly Found[] {
  const mcp = value['mcp'];
  const inside = isRawEntry(mcp)
    ? [...mapAt(mcp, 'servers', 'mcp.servers'), ...mapAt(mcp, 'mcpServers', 'mcp.mcpServers')]
    : [];
  return [...inside, ...mapAt(value, 'mcp.servers')];
}

/**
 * goose keeps its own built-in tools beside MCP servers: those are not servers and not problems.
 */
function gooseIn(value: RawEntry): readonly Found[] {
  return mapAt(value, 'extensions').filter(
    ({ entry }) => looksLikeServer(entry) && entry['type'] !== 'builtin',
  );
}

function projectsIn(value: RawEntry): readonly Found[] {
  const projects = value['projects'];
  if (!isRawEntry(projects)) return [];
  return Object.entries(projects).flatMap(([folder, project]) =>
    isRawEntry(project)
      ? mapAt(project, 'mcpServers', `projects[${JSON.stringify(folder)}].mcpServers`)
      : [],
  );
}

function nameOf(entry: RawEntry): string {
  const name = entry['label'] ?? entry['name'];
  return typeof name === 'string' ? name : '';
}
