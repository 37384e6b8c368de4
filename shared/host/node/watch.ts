import { watch, type FSWatcher } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Approvals } from '../types.ts';
import { loadApprovals } from './load.ts';
import { approvalsPath } from './location.ts';

/**
 * Calls `listener` with the decisions immediately and after every change, within about half a
 * second. Watches the folder, because each write replaces the file, and polls twice a second,
 * because notifications get lost. Keeps no process alive and never throws. The returned function
 * stops it.
 */
export function watchApprovals(
  listener: (approvals: Approvals) => void,
  path: string = approvalsPath(),
): () => void {
  let known: string | null = null;
  let looking = false;
  let again = false;
  let ended = false;
  const look = async (): Promise<void> => {
    again = looking;
    if (looking) return;
    looking = true;
    try {
      // Taken before reading: a file replaced meanwhile differs from this and is read again.
      const stamp = `${await stampOf(dirname(path), false)} ${await stampOf(path, true)}`;
      if (stamp === known || ended) return;
      known = stamp;
      const approvals = await loadApprovals(path);
      if (!ended) listener(approvals);
    } finally {
      looking = false;
      if (again && !ended) void look();
    }
  };
  const poll = setInterval(() => void look(), 500);
  poll.unref();
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(path), { persistent: false }, () => void look());
    // The folder was removed, or the system is out of watches: polling continues.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = undefined;
  }
  void look();
  return () => {
    ended = true;
    clearInterval(poll);
    watcher?.close();
  };
}

/** For the folder only its permissions matter: its times change with every lock beside the file. */
async function stampOf(path: string, times: boolean): Promise<string> {
  try {
    const { dev, ino, mode, uid, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    return [dev, ino, mode, uid, ...(times ? [size, mtimeNs, ctimeNs] : [])].join(':');
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  }
}
