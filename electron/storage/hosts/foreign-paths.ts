import { posix, win32 } from 'node:path';
import { hosts } from '../../core/hosts/host.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { MachineInfo } from '../disk/data-folder.ts';
import { hostPath } from './host-paths.ts';

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
