import { chmod, lstat, mkdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { codeOf, messageOf } from './disk.ts';

export interface MachineInfo {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Where Skillgate keeps its files: `SKILLGATE_HOME`, else the platform's folder for settings.
 * Absolute.
 */
export function dataFolderPath({ platform, home, env }: MachineInfo, cwd = home): string {
  const path = platform === 'win32' ? win32 : posix;
  const chosen = env['SKILLGATE_HOME'];
  if (chosen !== undefined && chosen !== '') return path.resolve(cwd, chosen);
  if (platform === 'win32')
    return path.join(env['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'skillgate');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'skillgate');
  const xdg = env['XDG_CONFIG_HOME'];
  // XDG Base Directory specification: ignore a relative path.
  return path.join(
    xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.config'),
    'skillgate',
  );
}

export interface FolderProblem {
  readonly reason: 'symlink' | 'unsafe-folder' | 'permission' | 'io';
  readonly message: string;
}

/** Makes the folder (0700) when it is not there, then checks it as `checkFolder` does. */
export async function prepareFolder(folder: string): Promise<Result<void, FolderProblem>> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    // The process's umask can only narrow 0700, except on file systems that ignore modes.
    if (made !== undefined && process.platform !== 'win32') await chmod(folder, 0o700);
  } catch (error) {
    // A file in the folder's place, or a link to nowhere, is better named than by the system's
    // code.
    const link = await lstat(folder).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (codeOf(error) !== 'EEXIST' && !link) return err(failure(folder, error));
  }
  return checkFolder(folder);
}

/**
 * Refuses a folder that is a symbolic link or that another user can write: whoever controls
 * either could put decisions there that the person never made.
 */
export async function checkFolder(folder: string): Promise<Result<void, FolderProblem>> {
  try {
    const stats = await lstat(folder);
    if (stats.isSymbolicLink())
      return err({ reason: 'symlink', message: `${folder} is a symbolic link` });
    if (!stats.isDirectory()) return err({ reason: 'io', message: `${folder} isn’t a folder` });
    if (process.platform === 'win32') return ok(undefined);
    if ((stats.mode & 0o022) !== 0)
      return err({
        reason: 'unsafe-folder',
        message: `${folder} can be written by other users. Run: chmod go-w "${folder}"`,
      });
    const me = process.getuid?.() ?? stats.uid;
    // The superuser may be working in a person's folder (a container with a mounted home).
    if (me !== 0 && stats.uid !== me)
      return err({
        reason: 'unsafe-folder',
        message: `${folder} belongs to another user. Set SKILLGATE_HOME to a folder of your own`,
      });
    return ok(undefined);
  } catch (error) {
    return err(failure(folder, error));
  }
}

function failure(folder: string, error: unknown): FolderProblem {
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error));
  return { reason: denied ? 'permission' : 'io', message: `${folder}: ${messageOf(error)}` };
}
