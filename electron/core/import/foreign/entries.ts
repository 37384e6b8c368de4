import { familyOf } from '../../hosts/host.ts';
import { isRawEntry, looksLikeServer, type RawServerEntry } from '../server-entry.ts';
import type { HostId } from '../../../../shared/model/plain.ts';

/** A configuration entry before it's interpreted. */
export interface ForeignEntry {
  /** For a person: `mcpServers.acme`. */
  readonly where: string;
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  /** Empty if the shape has no name for the server. */
  readonly label: string;
  readonly entry: unknown;
  /** The program whose shape it has, if certain. */
  readonly program: HostId | null;
  /** The folder of its project, if the file says so. */
  readonly project: string | null;
  /** Turned off elsewhere in the file. */
  readonly off: boolean;
}

/** Settings about servers outside their entries that aren't imported. */
export interface IgnoredSetting {
  readonly where: string;
  readonly message: string;
}

export interface ForeignEntries {
  readonly found: readonly ForeignEntry[];
  readonly beside: readonly IgnoredSetting[];
  /** Whether there is a place for servers, even an empty one. */
  readonly hasPlace: boolean;
}

/**
 * The entries of a parsed configuration, in every shape that programs use. A bare `{label: {…}}`, a
 * list or a single entry count only if the program is unknown (`program` null).
 */
export function entriesIn(value: unknown, program: HostId | null): ForeignEntries {
  if (program === null) {
    if (Array.isArray(value)) return only(listed(value, [], '', null).filter(isServer));
    if (isRawEntry(value) && looksLikeServer(value)) return only([single(value)]);
  }
  if (!isRawEntry(value)) return { found: [], beside: [], hasPlace: false };
  if (program === null) {
    const refused = fileOfAnotherKind(value);
    if (refused !== null)
      return { found: [], beside: [{ where: '', message: refused }], hasPlace: false };
  }
  const places = [
    at(value, ['amp.mcpServers'], program),
    at(value, ['mcpServers'], program),
    at(value, ['servers'], program),
    at(value, ['mcp_servers'], 'codex'),
    at(value, ['context_servers'], 'zed'),
    ...underMcp(value, program),
    at(value, ['mcp.servers'], program),
    goose(value, program),
    ...projects(value),
  ].filter((place) => place !== null);
  if (places.length > 0 || program !== null)
    return {
      found: places.flat().map((one) => ({ ...one, off: one.off || isOff(value, one) })),
      beside: besideIn(value, program),
      hasPlace: places.length > 0,
    };
  // Anything else in a bare map is reported only next to a server.
  if (!Object.values(value).some(looksLikeServer)) return only([]);
  return only(mapped(value, [], '', null));
}

/** Files that describe a server for others, named by what they are; null for any other file. */
function fileOfAnotherKind(value: RawServerEntry): string | null {
  const { server, packages, remotes } = value;
  if (isRawEntry(server) && (isText(value['manifest_version']) || isText(value['dxt_version'])))
    return (
      'This is the manifest of an MCP bundle (.mcpb), whose program is inside the bundle. ' +
      'Install the bundle in its app, then import from that app.'
    );
  const schema = value['$schema'];
  const isRegistry = typeof schema === 'string' && /\/server\.schema\.json#?$/.test(schema);
  if (isRegistry || (isText(value['name']) && (Array.isArray(packages) || Array.isArray(remotes))))
    return (
      'This is a server.json of the MCP Registry, which lists several ways to run a server. ' +
      'Add the command or address of one of them instead.'
    );
  return null;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const only = (found: readonly ForeignEntry[]): ForeignEntries => ({
  found,
  beside: [],
  hasPlace: false,
});
const isServer = ({ entry }: ForeignEntry): boolean => looksLikeServer(entry);
const single = (entry: RawServerEntry): ForeignEntry => ({
  ...{ where: '', path: [], label: nameOf(entry), entry },
  ...{ program: null, project: null, off: false },
});

/** The entries at a path; null if there is no map or list. */
function at(
  value: RawServerEntry,
  path: readonly string[],
  program: HostId | null,
): readonly ForeignEntry[] | null {
  const there = path.reduce<unknown>((now, key) => (isRawEntry(now) ? now[key] : null), value);
  if (Array.isArray(there)) return listed(there, path, path.join('.'), program);
  return isRawEntry(there) ? mapped(there, path, path.join('.'), program) : null;
}

const listed = (
  list: readonly unknown[],
  path: readonly string[],
  where: string,
  program: HostId | null,
): readonly ForeignEntry[] =>
  list.map((entry, index) => ({
    where: `${where}[${index}]`,
    path: [...path, String(index)],
    label: isRawEntry(entry) ? nameOf(entry) : '',
    ...{ entry, program, project: null, off: false },
  }));

const mapped = (
  map: RawServerEntry,
  path: readonly string[],
  where: string,
  program: HostId | null,
): readonly ForeignEntry[] =>
  Object.entries(map).map(([label, entry]) => ({
    where: where === '' ? label : `${where}.${label}`,
    path: [...path, label],
    ...{ label, entry, program, project: null, off: false },
  }));

/**
 * Older VS Code settings and opencode 2 (`mcp.servers`), Gemini-like `mcp.mcpServers`, and
 * opencode, which keeps servers in `mcp` itself.
 */
function underMcp(
  value: RawServerEntry,
  program: HostId | null,
): readonly (readonly ForeignEntry[] | null)[] {
  const mcp = value['mcp'];
  if (!isRawEntry(mcp) || familyOf(program) === 'gemini') return [];
  const servers = mcp['servers'];
  if (isRawEntry(servers) && !looksLikeServer(servers))
    return [at(value, ['mcp', 'servers'], program), at(value, ['mcp', 'mcpServers'], program)];
  if (isRawEntry(mcp['mcpServers'])) return [at(value, ['mcp', 'mcpServers'], program)];
  const isOpencode = program === 'opencode' || Object.values(mcp).some(looksLikeServer);
  return isOpencode ? [at(value, ['mcp'], 'opencode')] : [];
}

/** In any file other than goose's, `extensions` may be anything. */
function goose(value: RawServerEntry, program: HostId | null): readonly ForeignEntry[] | null {
  if (program !== null && program !== 'goose') return null;
  const found = at(value, ['extensions'], 'goose');
  if (program === 'goose' || found === null) return found;
  return found.some(isServer) ? found : null;
}

function projects(value: RawServerEntry): readonly (readonly ForeignEntry[] | null)[] {
  const all = value['projects'];
  if (!isRawEntry(all)) return [];
  return Object.entries(all).flatMap(([folder, project]) => {
    const map = isRawEntry(project) ? project['mcpServers'] : null;
    const where = `projects[${JSON.stringify(folder)}].mcpServers`;
    return isRawEntry(map) && isRawEntry(project)
      ? [
          mapped(map, ['projects', folder, 'mcpServers'], where, 'claude-code').map((one) => ({
            ...one,
            project: folder,
            off: names(project['disabledMcpServers']).includes(one.label),
          })),
        ]
      : [];
  });
}

/** Gemini CLI: `mcp.allowed` and `mcp.excluded`. */
function isOff(value: RawServerEntry, { label, path }: ForeignEntry): boolean {
  const mcp = value['mcp'];
  if (path[0] !== 'mcpServers' || !isRawEntry(mcp)) return false;
  const allowed = names(mcp['allowed']);
  return names(mcp['excluded']).includes(label) || (allowed.length > 0 && !allowed.includes(label));
}

const besideWhy = {
  serverCommand: 'this command applies to all servers and names none',
  targets: 'each is a command line in one text; write it as an entry of mcp.servers',
  timeout: 'Skillgate sets the start timeout per server, under Edit',
} as const;

function besideIn(value: RawServerEntry, program: HostId | null): readonly IgnoredSetting[] {
  const mcp = value['mcp'];
  const inProjects = program === 'claude-code' ? offInProjects(value) : [];
  if (!isRawEntry(mcp)) return inProjects;
  const isInServers = isRawEntry(mcp['servers']) && !looksLikeServer(mcp['servers']);
  const left =
    familyOf(program) === 'gemini'
      ? (['serverCommand'] as const)
      : program === 'fast-agent'
        ? (['targets'] as const)
        : isInServers
          ? (['timeout'] as const)
          : [];
  return left
    .filter((key) => (mcp[key] ?? null) !== null)
    .map((key) => ({ where: `mcp.${key}`, message: `Not imported: ${besideWhy[key]}.` }));
}

/**
 * Servers that Claude Code turns off in some projects. Servers of all projects are on or off as a
 * whole here; those in a project's own file are read when Skillgate runs in its folder.
 */
function offInProjects(value: RawServerEntry): readonly IgnoredSetting[] {
  const projects = value['projects'];
  const everywhere = value['mcpServers'];
  if (!isRawEntry(projects)) return [];
  return Object.entries(projects).flatMap(([folder, project]) => {
    if (!isRawEntry(project)) return [];
    const own = project['mcpServers'];
    const off = names(project['disabledMcpServers']).filter(
      (label): label is string =>
        typeof label === 'string' && !(isRawEntry(own) && Object.hasOwn(own, label)),
    );
    const isOurs = (label: string): boolean =>
      isRawEntry(everywhere) && Object.hasOwn(everywhere, label);
    const ofFile = [
      ...off.filter((label) => !isOurs(label)),
      ...names(project['disabledMcpjsonServers']),
    ].filter((label) => typeof label === 'string');
    const at = (key: string): string => `projects[${JSON.stringify(folder)}].${key}`;
    const here = off.filter(isOurs);
    return [
      ...(here.length === 0
        ? []
        : [
            {
              where: at('disabledMcpServers'),
              message:
                `Not imported: ${firstThree(here)} is off in this project only. ` +
                'In Skillgate, a server is on or off everywhere.',
            },
          ]),
      ...(ofFile.length === 0
        ? []
        : [
            {
              where: at('disabledMcpjsonServers'),
              message:
                `Not checked: ${firstThree(ofFile)} comes from this project's own file, ` +
                'which Skillgate reads only when it runs in that folder.',
            },
          ]),
    ];
  });
}

const firstThree = (labels: readonly string[]): string =>
  [...labels.slice(0, 3), ...(labels.length > 3 ? [`${labels.length - 3} more`] : [])].join(', ');

const names = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function nameOf(entry: RawServerEntry): string {
  const name = entry['label'] ?? entry['name'];
  return typeof name === 'string' ? name : '';
}
