import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { foreignBytes } from '../core/import/paste.ts';
import { hostOf } from '../core/hosts/host.ts';
import { nowhere, type ConfigOrigin } from '../core/import/foreign/missing-values.ts';
import type { ForeignFile, ImportSources } from '../engine/ports/servers.ts';
import type { HostId } from '../../shared/model/plain.ts';
import { err, type Result } from '../../shared/result.ts';
import { textOf } from '../../shared/text-of.ts';
import { codeOf, messageOf, type MachineInfo } from './disk/data-folder.ts';
import { readBounded } from './disk/bounded-read.ts';
import {
  knownSources,
  programOfPath,
  type KnownSource,
  profileSources,
  programOfProfile,
} from './hosts/host-paths.ts';
import { switchedOff } from './hosts/claude-switches.ts';

/**
 * Reads the configuration files that are there, at most 32 MiB each. A link of the person's own is
 * followed: people keep these files in a dotfiles folder.
 */
export function importSources(place: MachineInfo, cwd: string): ImportSources {
  const read = async ({ path, program, folder, source }: KnownSource): Promise<ForeignFile[]> => {
    const text = await readText(path, folder);
    if (text === null) return [];
    return [{ source, path, origin: await origin(program, folder), text }];
  };
  const origin = async (program: HostId | null, folder: string | null): Promise<ConfigOrigin> => ({
    ...nowhere,
    ...{ program, folder, home: place.home, windows: place.platform === 'win32' },
    off: program === 'claude-code' && folder !== null ? await switchedOff(place, folder) : [],
  });
  return {
    async find() {
      const profiles = await profileSources(place);
      const sources = [...knownSources(place, cwd), ...profiles.sources];
      const left = profiles.left.map(
        async ({ source, path, program, why }): Promise<ForeignFile[]> => [
          { source, path, origin: await origin(program, null), text: err(why) },
        ],
      );
      return (await Promise.all([...sources.map(read), ...left])).flat();
    },
    async open(named) {
      const path = resolve(cwd, named);
      const known = programOfPath(place, path);
      const program = known?.program ?? programOfProfile(place, path);
      return {
        source: program === null ? 'A file' : hostOf(program).name,
        path,
        origin: await origin(program, known?.folder ?? null),
        // The person named this very file, a link or not.
        text: (await readText(path, null)) ?? err(`${path} doesn’t exist.`),
      };
    },
  };
}

/** The text of a file; null where there is none. */
async function readText(
  path: string,
  folder: string | null,
): Promise<Result<string, string> | null> {
  let real: string;
  try {
    real = await realpath(path);
    // The attacker wrote a repository that was cloned, with a link to another file of the person's.
    if (folder !== null && !isInside(await realpath(folder), real))
      return err(`${path} is a link that leads out of its folder, so it isn’t read.`);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return err(`${path} can’t be read: ${messageOf(error)}.`);
  }
  const file = await readBounded(real, foreignBytes, { own: false });
  if (file.ok) {
    const text = textOf(file.value.bytes);
    return text.ok ? text : err(`${path} isn’t text in ${text.error}.`);
  }
  return file.error.reason === 'missing' ? null : err(`${file.error.message}.`);
}

const isInside = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
