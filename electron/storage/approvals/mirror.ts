import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { writeAtomic } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { checkFolder, messageOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { withLock } from '../disk/lock.ts';
import { readObject } from '../settings.ts';
import { mostBytes } from './loaded-records.ts';

const settingsPath = (folder: string): string => join(folder, 'settings.json');

/**
 * Where the second copy of `approvals.json` is kept; null when there is none. Read each time:
 * another process may have set it.
 */
export async function mirrorPath(folder: string): Promise<string | null> {
  const path = (await readObject(settingsPath(folder)))['mirror'];
  return typeof path === 'string' && isAbsolute(path) ? path : null;
}

/**
 * Writes the copy as a whole, 0600. The error is one line; the decision itself is in force
 * whatever becomes of its copy. A folder that others can write is refused, as readers refuse it.
 */
export async function writeMirror(
  path: string,
  chunks: readonly Uint8Array[],
  disk: FileSystem = nodeDisk,
): Promise<Result<void, string>> {
  const folder = await checkFolder(dirname(path));
  if (!folder.ok) return err(folder.error.message);
  try {
    await writeAtomic(path, chunks, disk);
    return ok(undefined);
  } catch (error) {
    return err(`${path}: ${messageOf(error)}`);
  }
}

/**
 * Sets where the copy is kept, and brings it up to date; null ends it and leaves the copy.
 * The error is one line, and nothing was set.
 */
export async function setMirror(
  folder: string,
  path: string | null,
): Promise<Result<void, string>> {
  if (path !== null) {
    const inside = relative(folder, resolve(path));
    if (inside === '' || (!inside.startsWith('..') && !isAbsolute(inside)))
      return err('the copy cannot be kept in the data folder itself');
    const copied = await copyNow(join(folder, 'approvals.json'), path);
    if (!copied.ok) return copied;
  }
  const written = await rewriteFile(settingsPath(folder), async () =>
    ok(
      `${JSON.stringify({ ...(await readObject(settingsPath(folder))), mirror: path }, null, 2)}\n`,
    ),
  );
  if (!written.ok) return err('couldn’t write settings.json');
  // Once more: a decision made in between was copied by nobody.
  return path === null ? ok(undefined) : copyNow(join(folder, 'approvals.json'), path);
}

/** Under the lock of the decisions, so that an older state never replaces a newer one. */
async function copyNow(approvals: string, path: string): Promise<Result<void, string>> {
  const done = await withLock(`${approvals}.lock`, async (): Promise<Result<void, string>> => {
    const current = await readBounded(approvals, mostBytes);
    if (current.ok) return writeMirror(path, [current.value.bytes]);
    if (current.error.reason !== 'missing') return err(current.error.message);
    // Nothing is decided yet; whether a copy can be kept there is told now all the same.
    const folder = await checkFolder(dirname(path));
    return folder.ok ? ok(undefined) : err(folder.error.message);
  });
  return done.ok ? done.value : err(done.error.message);
}
