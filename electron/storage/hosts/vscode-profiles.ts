import { readdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { isRecord } from '../../core/json.ts';
import { visible } from '../../core/text.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, messageOf } from '../disk/disk.ts';
import type { MachineInfo } from '../disk/data-folder.ts';
import type { KnownSource } from './foreign-paths.ts';
import { settingsFolder } from './host-paths.ts';

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
export interface LeftProfiles {
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
  const file = await readBounded(path, mostState, { own: false });
  if (!file.ok) return new Map();
  try {
    const state: unknown = JSON.parse(file.value.bytes.toString('utf8'));
    return new Map(profilesIn(state).map(({ location, name }) => [location, name]));
  } catch {
    return new Map();
  }
}
