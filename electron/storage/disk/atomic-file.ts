import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { writeFile, type FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, holdOpen, messageOf, nodeDisk, type FileSystem } from './data-folder.ts';
import { stampOf, type FileStamp, readAt } from './bounded-read.ts';

/** A file that has its new content. */
export interface ReplacedFile {
  /** Of no state of the file, where the system doesn't tell. */
  readonly stamp: FileStamp;
  /** Why the replacement may not outlast a loss of power; null where it does. */
  readonly unflushed: string | null;
}

/** New content that is durable beside the file that it is going to replace. */
export interface StagedFile {
  /** Replaces the file. Throws only when the old content is still there. */
  commit(): Promise<ReplacedFile>;
  /** Drops the new content; the file stays as it was. Never throws. */
  discard(): Promise<void>;
}

/**
 * Writes `chunks` to `temporary` (0600, must not exist: EEXIST) in the folder of `path` and
 * flushes them to the disk. Nothing has happened to `path` until `commit`.
 */
export async function stageFile(
  path: string,
  temporary: string,
  chunks: readonly Uint8Array[],
  disk: FileSystem = nodeDisk,
): Promise<StagedFile> {
  const handle = await disk.open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    0o600,
  );
  const discard = async (): Promise<void> => {
    await disk.unlink(temporary).catch(() => undefined);
  };
  try {
    await writeAll(handle, chunks);
    await handle.sync();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await discard();
    throw error;
  }
  await handle.close();
  return {
    discard,
    async commit() {
      const release = await holdOpen(path);
      try {
        await replace(temporary, path, disk).catch(async (error: unknown) => {
          // A network file system can do a rename and report that it failed.
          if (!(await holds(path, chunks, disk))) throw error;
        });
        // The new content is in place: nothing from here on may say otherwise. The stamp is taken
        // after the rename, which changes the inode's ctime.
        const stamp = await disk.lstat(path).then(stampOf, () => 'unknown');
        return { stamp, unflushed: await flushFolder(dirname(path), disk) };
      } finally {
        release();
      }
    },
  };
}

/**
 * Replaces a file as a whole, for writers that hold no lock: readers see the old bytes or the new
 * ones.
 */
export async function writeAtomic(
  path: string,
  chunks: readonly Uint8Array[],
  disk: FileSystem = nodeDisk,
): Promise<ReplacedFile> {
  const staged = await stageFile(
    path,
    `${path}.${randomBytes(6).toString('hex')}.tmp`,
    chunks,
    disk,
  );
  return commitOrDiscard(staged);
}

/** Replaces the file; where that fails, leaves nothing beside it and throws. */
export async function commitOrDiscard(staged: StagedFile): Promise<ReplacedFile> {
  try {
    return await staged.commit();
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/**
 * The same without flushing, for what can be made again and is checked whenever it is read: a cut
 * of power may leave other bytes there. Flushing ten thousand files takes minutes.
 */
export async function replaceWhole(
  path: string,
  bytes: Uint8Array | readonly Uint8Array[],
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
    await replace(temporary, path, nodeDisk);
  } catch (error) {
    await nodeDisk.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

/**
 * `writev` may write less than it was given (a quota, a signal): what is left is written from one
 * buffer.
 */
export async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  let written = total === 0 ? 0 : (await handle.writev(chunks)).bytesWritten;
  if (written === total) return;
  const rest = Buffer.concat(chunks);
  while (written < total)
    written += (await handle.write(rest, written, total - written)).bytesWritten;
}

/** Windows refuses to replace a file that a virus scanner or an indexer has open for a moment. */
async function replace(from: string, to: string, disk: FileSystem): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await disk.rename(from, to);
      return;
    } catch (error) {
      if (attempt === 8 || !['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error))) throw error;
      await wait(Math.min(5 * 2 ** attempt, 100));
    }
  }
}

/** Compared at most; the file's size is compared as a whole. */
const comparedBytes = 64 * 1024;

/**
 * Whether the file has this content, as far as its size and first bytes tell; false when unsure.
 */
export async function holds(
  path: string,
  chunks: readonly Uint8Array[],
  disk: FileSystem = nodeDisk,
): Promise<boolean> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const first = Buffer.concat(chunks, Math.min(size, comparedBytes));
  try {
    const handle = await disk.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      if ((await handle.stat()).size !== size) return false;
      return (await readAt(handle, 0, first.length)).equals(first);
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

/**
 * File systems without a flush for folders answer with one of these; they order renames themselves.
 */
const noFolderFlush = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes a rename in the folder durable; null when it is, else why not. Never throws. */
async function flushFolder(folder: string, disk: FileSystem): Promise<string | null> {
  // Windows can't open a folder for flushing; NTFS journals the rename itself.
  if (process.platform === 'win32') return null;
  try {
    const handle = await disk.open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return null;
  } catch (error) {
    return noFolderFlush.includes(codeOf(error)) ? null : messageOf(error);
  }
}
