import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises';

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
