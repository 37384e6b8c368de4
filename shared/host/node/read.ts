import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseApprovals, unreadable } from '../document.ts';
import type { Approvals } from '../types.ts';

/** About 250,000 records. A larger file is unreadable, never cut. */
const mostBytes = 384 * 1024 * 1024;
const others = 0o022;

/** Follows no link in the file's place, and a FIFO there doesn't hang the host. */
export const openToRead = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

const linked = (path: string): Approvals => unreadable('symlink', `${path} is a symbolic link`);
const writable = (reason: 'unsafe-folder' | 'permission', path: string): Approvals =>
  unreadable(reason, `${path} can be written by other users`);

/** Reads one file of decisions as `loadApprovals` says; null when it isn't there. Never throws. */
export async function readApprovals(path: string): Promise<Approvals | null> {
  try {
    const folder = await lstat(dirname(path));
    if (folder.isSymbolicLink()) return linked(dirname(path));
    if (!isOurs(folder)) return writable('unsafe-folder', dirname(path));
    if ((await lstat(path)).isSymbolicLink()) return linked(path);
    const handle = await openToRead(path);
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || stats.size > mostBytes)
        return unreadable('io', `${path} is not a file of at most ${mostBytes} bytes`);
      if (process.platform !== 'win32' && (stats.mode & others) !== 0)
        return writable('permission', path);
      return parse(path, await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP') return linked(path);
    return unreadable(
      code === 'EACCES' || code === 'EPERM' ? 'permission' : 'io',
      `${path}: ${String(error)}`,
    );
  }
}

function parse(path: string, bytes: Uint8Array): Approvals {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return unreadable('corrupt', `${path}: it is not UTF-8 text`);
  }
  const approvals = parseApprovals(text);
  return approvals.status === 'ready'
    ? approvals
    : unreadable(approvals.reason, `${path}: ${approvals.message}`);
}

/** The superuser may be working in a person's folder. Windows keeps no such modes. */
function isOurs({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  if (process.platform === 'win32') return true;
  const me = process.getuid?.() ?? uid;
  return (mode & others) === 0 && (me === 0 || uid === me);
}
