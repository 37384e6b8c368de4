import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { accessSync, constants, statSync, type BigIntStats } from 'node:fs';
import { err, ok, type Result } from '../../../shared/result.ts';

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
  // The XDG specification says to ignore a relative path.
  return path.join(
    xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.config'),
    'skillgate',
  );
}

interface FolderProblem {
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

/**
 * The file system operations whose failures the stores must survive; an argument so that a test can
 * make them fail.
 */
export interface FileSystem {
  open(path: string, flags: number | string, mode?: number): Promise<FileHandle>;
  lstat(path: string): Promise<BigIntStats>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
}

export const nodeDisk: FileSystem = {
  open: (path, flags, mode) => open(path, flags, mode),
  lstat: (path) => lstat(path, { bigint: true }),
  rename: (from, to) => rename(from, to),
  unlink: (path) => unlink(path),
  readdir: (path) => readdir(path),
};

/**
 * Keeps a file that is going to be replaced open until the returned function is called: its
 * blocks, ten milliseconds of them for a large file, are then given back after the rename and not
 * within it. No part of `Disk`, because nothing depends on it. Windows refuses to replace a file
 * that is open.
 */
export async function holdOpen(path: string): Promise<() => void> {
  if (process.platform === 'win32') return () => undefined;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const former = await open(path, flags).catch(() => null);
  return () => void former?.close().catch(() => undefined);
}

/** The system's code of a failed operation (`ENOENT`), or an empty text for any other error. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** One line for a person about a failed operation. */
export function messageOf(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EROFS':
      return 'the disk is read-only';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}
