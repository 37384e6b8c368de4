import { posix, win32 } from 'node:path';
import { readdir } from 'node:fs/promises';
import { hosts, type HostPath, hostOf } from '../../core/hosts/host.ts';
import type { HostFilePath } from '../../engine/ports/hosts.ts';
import { type MachineInfo, codeOf, messageOf } from '../disk/data-folder.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { isRecord } from '../../core/json.ts';
import { visible } from '../../core/text.ts';
import { readJson } from '../disk/bounded-read.ts';

const joining = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

/** `XDG_CONFIG_HOME` or `~/.config`, which some programs use on every system. */
function xdgConfig({ platform, home, env }: MachineInfo): string {
  const { isAbsolute, join } = joining(platform);
  const xdg = env['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification says to ignore a relative path.
  return isAbsolute(xdg) ? xdg : join(home, '.config');
}

/** The system's folder for settings. */
function settingsFolder(place: MachineInfo): string {
  const { platform, home, env } = place;
  const { join } = joining(platform);
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : xdgConfig(place);
}

/** Where a path of the table leads on this machine; null if it names a variable that isn't set. */
export function hostPath(
  place: MachineInfo,
  path: HostPath,
  cwd: string | null = null,
): string | null {
  const { platform } = place;
  const { join } = joining(platform);
  const written =
    typeof path === 'string'
      ? path
      : path[platform === 'win32' || platform === 'darwin' ? platform : 'linux'];
  const [, base, more = ''] = /^(~|<[^>]+>)(.*)$/.exec(written) ?? [];
  if (base === undefined) return written;
  const start = base === '<here>' ? cwd : baseOf(place, base);
  return start === null || more === '' ? start : join(start, ...more.split('/'));
}

function baseOf(place: MachineInfo, base: string): string | null {
  if (base === '~') return place.home;
  const [name = '', otherwise] = base.slice(1, -1).split('|');
  if (name === 'settings') return settingsFolder(place);
  if (name === 'config') return xdgConfig(place);
  return place.env[name] || (otherwise === undefined ? null : hostPath(place, otherwise));
}

/**
 * The files of a person's own in which each host keeps its servers, whether they're there or not.
 */
export const hostFilePaths = (
  place: MachineInfo,
  cwd: string | null = null,
): readonly HostFilePath[] =>
  hosts.flatMap(({ id, files, managed: list }) => {
    const managed = list === undefined ? null : hostPath(place, list);
    const found = new Map(files.map((file) => [hostPath(place, file, cwd), file]));
    return [...found].flatMap(([path, file]): HostFilePath[] =>
      path === null
        ? []
        : [
            {
              ...{ id, path },
              ...(managed === null ? {} : { managed }),
              ...(String(file).startsWith('<here>') ? { isInProject: true as const } : {}),
            },
          ],
    );
  });

/** A file in which a program keeps its MCP servers, whether it is there or not. */
export interface KnownSource {
  readonly program: HostId;
  /** For a person: `Cursor (this folder)`. */
  readonly source: string;
  readonly path: string;
  /** Set for a file of a project: its folder. The attacker may have written all in it. */
  readonly folder: string | null;
}

/** Every known file: those of the person, then those of the folder, by program. */
export function knownSources(place: MachineInfo, cwd: string): readonly KnownSource[] {
  const { join } = place.platform === 'win32' ? win32 : posix;
  const seen = new Set<string>();
  return hosts
    .flatMap(({ id, name, files, olderFiles = [], projectFiles = [] }): KnownSource[] => [
      ...[...files, ...olderFiles]
        .map((file) => hostPath(place, file))
        .filter((path) => path !== null)
        .map((path) => ({ program: id, source: name, path, folder: null })),
      ...projectFiles.map((file) => ({
        program: id,
        source: `${name} (this folder)`,
        path: join(cwd, ...file.split('/')),
        folder: cwd,
      })),
    ])
    .filter(({ path }) => !seen.has(path) && seen.add(path));
}

/**
 * Whose file a person named: one of the known places, or a name and folder that only one program
 * uses. Null: it is read as pasted text is.
 */
export function programOfPath(
  place: MachineInfo,
  path: string,
): Omit<KnownSource, 'source'> | null {
  const { dirname, basename } = place.platform === 'win32' ? win32 : posix;
  const known = knownSources(place, dirname(path)).find((one) => one.path === path);
  if (known !== undefined && known.folder === null) return known;
  const above = dirname(path);
  const isInside = known === undefined && basename(above).startsWith('.');
  const folder = isInside ? dirname(above) : above;
  return knownSources(place, folder).find((one) => one.path === path) ?? null;
}

const editions = { vscode: 'Code', 'vscode-insiders': 'Code - Insiders' } as const;
type Edition = keyof typeof editions;
const both = Object.keys(editions) as Edition[];

/** Names of profiles stand in a file that extensions also write into. */
const mostState = 32 * 1024 * 1024;
const mostProfiles = 100;

const userFolder = (place: MachineInfo, edition: Edition): string => {
  const { join } = place.platform === 'win32' ? win32 : posix;
  return join(settingsFolder(place), editions[edition], 'User');
};

/** A folder of profiles of which not all are looked at; `why` is one sentence about it. */
interface LeftProfiles {
  readonly program: Edition;
  readonly source: string;
  readonly path: string;
  readonly why: string;
}

interface Profiles {
  readonly sources: readonly KnownSource[];
  readonly left: readonly LeftProfiles[];
}

/** The servers of each profile of VS Code that is there, by the name that its person gave it. */
export async function profileSources(place: MachineInfo): Promise<Profiles> {
  const found = await Promise.all(both.map((program) => profilesOf(place, program)));
  return {
    sources: found.flatMap(({ sources }) => sources),
    left: found.flatMap(({ left }) => left),
  };
}

async function profilesOf(place: MachineInfo, program: Edition): Promise<Profiles> {
  const { join } = place.platform === 'win32' ? win32 : posix;
  const user = userFolder(place, program);
  const folder = join(user, 'profiles');
  const { name } = hostOf(program);
  const leave = (why: string): LeftProfiles[] => [
    { program, source: `${name} (profiles)`, path: folder, why: `${folder} ${why}.` },
  ];
  let ids: string[];
  try {
    ids = (await readdir(folder)).sort();
  } catch (error) {
    const isThere = !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
    return { sources: [], left: isThere ? leave(`can’t be read: ${messageOf(error)}`) : [] };
  }
  if (ids.length === 0) return { sources: [], left: [] };
  const names = await namesIn(join(user, 'globalStorage', 'storage.json'));
  const over = ids.length - mostProfiles;
  return {
    sources: ids.slice(0, mostProfiles).map((id) => ({
      program,
      source: `${name} (profile ${visible(names.get(id) ?? id, 60)})`,
      path: join(folder, id, 'mcp.json'),
      folder: null,
    })),
    left:
      over > 0 ? leave(`has ${ids.length} profiles; the last ${over} by folder were skipped`) : [],
  };
}

/** Whose profile a file belongs to; null where it belongs to none. */
export function programOfProfile(place: MachineInfo, path: string): Edition | null {
  const { basename, dirname, join } = place.platform === 'win32' ? win32 : posix;
  if (basename(path) !== 'mcp.json') return null;
  const profiles = dirname(dirname(path));
  return both.find((one) => join(userFolder(place, one), 'profiles') === profiles) ?? null;
}

const isProfile = (value: unknown): value is { location: string; name: string } =>
  isRecord(value) && typeof value['location'] === 'string' && typeof value['name'] === 'string';

/** Without the schemas' library: this is loaded with every command. */
function profilesIn(state: unknown): readonly { location: string; name: string }[] {
  const profiles = isRecord(state) ? state['userDataProfiles'] : null;
  return Array.isArray(profiles) ? profiles.filter(isProfile) : [];
}

/** Empty where the file is not there, or is of another form: then a profile goes by its folder. */
async function namesIn(path: string): Promise<ReadonlyMap<string, string>> {
  const state = await readJson(path, mostState, { missing: [], take: profilesIn, own: false });
  return new Map((state.ok ? state.value : []).map(({ location, name }) => [location, name]));
}
