import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseApprovals, unreadable } from '../document.ts';
import { format } from '../format.ts';
import type { Approvals } from '../types.ts';
import { approvalsPath } from './location.ts';
import { findLoss } from './missing.ts';

/** Some 250,000 records. A larger file is unreadable, never cut. */
const mostBytes = 384 * 1024 * 1024;
const others = 0o022;

/**
 * Reads `approvals.json`; the platform's own when no path is given. Takes no lock, writes
 * nothing and never throws. A file that was never written holds no decisions; one that is a
 * symbolic link, that other users can write, that cannot be understood, or that is missing although
 * decisions were made is `unreadable`, and every check over it answers `cannot-tell`: whoever can put
 * decisions there, or take them away, is not the person.
 */
export async function loadApprovals(path: string = approvalsPath()): Promise<Approvals> {
  try {
    const folder = await lstat(dirname(path));
    if (folder.isSymbolicLink())
      return unreadable('symlink', `${dirname(path)} is a symbolic link`);
    if (!isOurs(folder))
      return unreadable('unsafe-folder', `${dirname(path)} can be written by other users`);
    if ((await lstat(path)).isSymbolicLink())
      return unreadable('symlink', `${path} is a symbolic link`);
    // O_NONBLOCK: a FIFO in the file's place must not hang the host.
    const handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await handle.stat();
      if (!stats.isFile() || stats.size > mostBytes)
        return unreadable('io', `${path} is not a file of at most ${mostBytes} bytes`);
      if (process.platform !== 'win32' && (stats.mode & others) !== 0)
        return unreadable('permission', `${path} can be written by other users`);
      return parse(path, await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === 'ENOENT') return readMissing(path);
    if (code === 'ELOOP') return unreadable('symlink', `${path} is a symbolic link`);
    return unreadable(
      code === 'EACCES' || code === 'EPERM' ? 'permission' : 'io',
      `${path}: ${String(error)}`,
    );
  }
}

async function readMissing(path: string): Promise<Approvals> {
  const loss = await findLoss(path);
  if (loss === null)
    return parseApprovals({
      format,
      revision: 0,
      updatedAt: '1970-01-01T00:00:00Z',
      generator: { name: '', version: '' },
      records: [],
    });
  // Somebody may have made the first decision since the look at the file.
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  return isThere ? loadApprovals(path) : unreadable('missing', loss.message);
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
