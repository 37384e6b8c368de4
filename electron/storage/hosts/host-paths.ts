import { posix, win32 } from 'node:path';
import { hosts, type HostPath } from '../../core/hosts/host.ts';
import type { HostFilePath } from '../../engine/ports/hosts.ts';
import type { MachineInfo } from '../disk/data-folder.ts';

const joining = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);

/** `XDG_CONFIG_HOME` or `~/.config`, which some programs use on every system. */
function xdgConfig({ platform, home, env }: MachineInfo): string {
  const { isAbsolute, join } = joining(platform);
  const xdg = env['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification says to ignore a relative path.
  return isAbsolute(xdg) ? xdg : join(home, '.config');
}

/** The system's folder for settings. */
export function settingsFolder(place: MachineInfo): string {
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
