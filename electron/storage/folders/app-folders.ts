import { basename, isAbsolute, join, sep } from 'node:path';
import { freeLabel, labelProblem, tidyLabel } from '../../core/import/label.ts';
import type { ApprovalsStore, AuditLog } from '../../engine/ports/decisions.ts';
import type {
  ConfiguredServer,
  FolderList,
  ServerConfig,
  ServersStore,
} from '../../engine/ports/servers.ts';
import type { ServerSession } from '../../engine/ports/session.ts';
import { parsedJson } from '../../core/json-text.ts';
import type { FoundFolder } from '../../../shared/model/server.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { openAuditLog } from '../audit/read.ts';
import { readJson } from '../disk/bounded-read.ts';
import { watchFolder } from '../disk/folder-watch.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { auditBySource, decisionsBySource } from './decisions-by-source.ts';
import { openFolderDecisions, type FolderDecisionsOptions } from './folder-decisions.ts';
import { folderOfConfig, openFolderSession, serverOfFolder } from './folder-session.ts';
import { findFolder } from './folder-source.ts';
import { findSkillFolders } from './skill-folders.ts';
import { watchTree } from './tree-watch.ts';

export { connectFolders, serversOfFolders } from './folder-session.ts';

const format = 'skillgate/folders@1';
const mostBytes = 256 * 1024;
/** Each is watched, and the system has few watches. */
const mostFolders = 32;

/** Where apps look for skills: below the home, and below the folder that Skillgate runs in. */
const usual = [
  ['.claude', 'skills'],
  ['.agents', 'skills'],
  ['.codex', 'skills'],
  ['.config', 'opencode', 'skills'],
] as const;
const inProject = [...usual, ['skills']] as const;
/** Plugins of Claude Code. */
const plugins = ['.claude', 'plugins'] as const;

export interface AppFoldersOptions {
  /** The data folder; null keeps the list for this run only. */
  readonly dataFolder: string | null;
  readonly home: string;
  readonly cwd: string;
  readonly servers: ServersStore;
  /** Decisions about servers. */
  readonly approvals: ApprovalsStore;
  readonly deciding: Omit<FolderDecisionsOptions, 'paths'>;
}

export interface AppFolders {
  /** The servers, and after them the folders. */
  readonly servers: ServersStore;
  readonly list: FolderList;
  /** Decisions about both. */
  readonly approvals: ApprovalsStore;
  /** Those about folders alone. */
  readonly decisions: ApprovalsStore;
  /** The audit of both. */
  audit(servers: AuditLog): AuditLog;
  /** The folders as of the last listing. */
  paths(): readonly string[];
  /** A session of the folder that the configuration stands for; null if it stands for none. */
  connect(label: string, config: ServerConfig): ServerSession | null;
}

/** The local folders that a person added in a window: `folders.json`. */
export async function openAppFolders(options: AppFoldersOptions): Promise<AppFolders> {
  const { dataFolder, home, cwd, servers, approvals, deciding } = options;
  const decisions = await openFolderDecisions({ ...deciding, paths: [] });
  const paths =
    dataFolder === null ? pathsInMemory() : await pathsInFile(join(dataFolder, 'folders.json'));
  /** By label. */
  const known = new Map<string, string>();
  const withFolders = async (): Promise<readonly ConfiguredServer[]> => {
    const [stored, all] = await Promise.all([servers.list(), paths.read()]);
    const taken = new Set(stored.map(({ label }) => label));
    known.clear();
    const folders = all.map((path) => {
      decisions.include(path);
      const label = freeLabel(labelOf(path, home), taken);
      taken.add(label);
      known.set(label, path);
      return serverOfFolder(label, path);
    });
    return [...stored.map(asNoFolder), ...folders];
  };
  const labelIn = async (path: string): Promise<string | undefined> =>
    (await withFolders()).find(({ folder }) => folder === path)?.label;

  return {
    servers: {
      ...servers,
      list: withFolders,
      async remove(label) {
        const path = (await withFolders()).find((one) => one.label === label)?.folder;
        if (path === undefined) return servers.remove(label);
        const done = await paths.change((all) => all.filter((one) => one !== path));
        return done ? ok(undefined) : err('unwritable');
      },
      onChange(listener) {
        const stops = [servers.onChange(listener), paths.onChange(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    },
    list: {
      found: async () => foundFolders(home, cwd, new Set(await paths.read())),
      async add(given) {
        const failed = (
          message: string,
          isUnwritable = false,
        ): Awaited<ReturnType<FolderList['add']>> => err({ message, isUnwritable });
        const at = await findFolder({ cwd, home }, given.trim());
        if (!at.ok) return failed(at.error);
        const { top: path } = at.value;
        const before = await labelIn(path);
        if (before !== undefined) return ok({ label: before });
        const { folders, left } = await findSkillFolders(path);
        if (folders.length === 0) return failed(noSkillsText(path, left));
        if ((await paths.read()).length >= mostFolders)
          return failed(`Skillgate looks at up to ${mostFolders} folders. Remove one first.`);
        const done = await paths.change((all) => [...all.filter((one) => one !== path), path]);
        const label = done ? await labelIn(path) : undefined;
        return label === undefined
          ? failed('Couldn’t save the list of folders.', true)
          : ok({ label });
      },
    },
    decisions,
    approvals: decisionsBySource(approvals, decisions, (label) => known.get(label)),
    audit: (ofServers) =>
      auditBySource(ofServers, openAuditLog(join(deciding.folder, 'folder-audit.jsonl')), (label) =>
        known.get(label),
      ),
    paths: () => [...known.values()],
    connect(label, config) {
      const path = folderOfConfig(config);
      return path === null || known.get(label) !== path
        ? null
        : openFolderSession(label, path, (changed) => watchTree(path, changed));
    },
  };
}

/**
 * The attacker's list has a server that would be taken for a folder: its decisions would never
 * reach the apps that start it.
 */
const asNoFolder = (server: ConfiguredServer): ConfiguredServer =>
  server.config.ok && folderOfConfig(server.config.value) !== null
    ? { ...server, config: err('This command stands for a local folder. Add the folder instead.') }
    : server;

/** How the tree names a folder: `~/.claude/skills`. */
function labelOf(path: string, home: string): string {
  const isBelow = home !== '' && path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);
  const short = isBelow ? `~${sep}${path.slice(home.length).replace(/^[\\/]+/, '')}` : path;
  if (labelProblem(short) === null) return short;
  // The attacker names a folder so that it reads as something else, or hides part of itself.
  return tidyLabel(basename(path)) || 'folder';
}

/** Folders that may have skills; most of them aren't there. */
async function candidates(home: string, cwd: string): Promise<readonly string[]> {
  const places = [
    ...usual.map((parts) => join(home, ...parts)),
    ...(cwd === home ? [] : inProject.map((parts) => join(cwd, ...parts))),
  ];
  const installed = await findSkillFolders(join(home, ...plugins));
  // A plugin has its skills in a folder of that name.
  const ofPlugins = installed.folders.map((folder) => {
    const parts = folder.split(sep);
    const at = parts.lastIndexOf('skills');
    return at === -1 ? folder : parts.slice(0, at + 1).join(sep);
  });
  return [...places, ...new Set(ofPlugins)].slice(0, mostFolders);
}

/** Folders with skills where apps look for them. */
async function foundFolders(
  home: string,
  cwd: string,
  added: ReadonlySet<string>,
): Promise<FoundFolder[]> {
  const found: FoundFolder[] = [];
  for (const candidate of await candidates(home, cwd)) {
    const at = await findFolder({ cwd, home }, candidate);
    if (!at.ok || found.some(({ path }) => path === at.value.top)) continue;
    const { top: path } = at.value;
    const skills = (await findSkillFolders(path)).folders.length;
    if (skills === 0) continue;
    found.push({ path, label: labelOf(path, home), skills, isAdded: added.has(path) });
  }
  return found;
}

const noSkillsText = (
  path: string,
  left: Awaited<ReturnType<typeof findSkillFolders>>['left'],
): string =>
  left.some(({ reason }) => reason === 'unreadable')
    ? `${path} can’t be read.`
    : `There’s no SKILL.md in ${path} or its subfolders.`;

/** The paths of a list, in the order in which they were added. */
interface PathList {
  read(): Promise<readonly string[]>;
  /** False if nothing was written. */
  change(next: (paths: readonly string[]) => readonly string[]): Promise<boolean>;
  onChange(listener: () => void): () => void;
}

function pathsInMemory(): PathList {
  let paths: readonly string[] = [];
  return {
    read: async () => paths,
    async change(next) {
      paths = next(paths);
      return true;
    },
    onChange: () => () => {},
  };
}

async function pathsInFile(file: string): Promise<PathList> {
  const load = (): Promise<Result<readonly string[], string>> =>
    readJson(file, mostBytes, { missing: [], take: pathsIn, parse: parsedJson });
  const read = async (): Promise<readonly string[]> => {
    const paths = await load();
    return paths.ok ? paths.value : [];
  };
  // Another window may change the file before the first look.
  let known = (await read()).join('\0');
  return {
    read,
    async change(next) {
      const written = await rewriteFile(file, async (): Promise<Result<string, string>> => {
        const paths = await load();
        if (!paths.ok) return paths;
        const after = next(paths.value);
        // Another window may take back what was written before the next look.
        known = after.join('\0');
        const folders = after.map((path) => ({ path }));
        return ok(`${JSON.stringify({ format, folders }, null, 1)}\n`);
      });
      return written.ok;
    },
    onChange(listener) {
      return watchFolder(file, () => {
        void read().then((paths) => {
          const now = paths.join('\0');
          if (now !== known) listener();
          known = now;
        });
      });
    },
  };
}

function pathsIn(json: unknown): readonly string[] | null {
  const { format: written, folders } = Object(json) as Record<string, unknown>;
  if (written !== format || !Array.isArray(folders)) return null;
  const paths = (folders as unknown[]).map(
    (one) => (Object(one) as Readonly<Record<string, unknown>>)['path'],
  );
  const isPath = (path: unknown): path is string => typeof path === 'string' && isAbsolute(path);
  return [...new Set(paths.filter(isPath))].slice(0, mostFolders);
}
