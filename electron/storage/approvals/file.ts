import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { StoreState } from '../../../shared/model/approval.ts';
import { keepBytes, mostBytes, noApprovals, type LoadedRecords } from './loaded-records.ts';
import { parseApprovals } from './parse.ts';
import { readBounded, absent, stampOf, type FileStamp } from '../disk/bounded-read.ts';
import { checkFolder, codeOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';

export type UnreadableFile = Extract<StoreState, { status: 'unreadable' }>;

export interface LoadedApprovals {
  readonly approvals: LoadedRecords;
  readonly stamp: FileStamp;
  /**
   * The first bytes, with the revision: two states of the file may share a stamp by an unlucky
   * clock, but not these.
   */
  readonly head: Buffer;
}

/** Enough of the file to hold the revision that `formatApprovals` writes. */
const headBytes = 512;

/** The first bytes of a file, as `LoadedApprovals.head` has them. */
export function headOf(chunks: readonly Uint8Array[]): Buffer {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat(chunks, Math.min(size, headBytes));
}

/** Whether the file still begins with these bytes. Throws when it cannot be read. */
export async function startsWith(
  path: string,
  head: Buffer,
  disk: FileSystem = nodeDisk,
): Promise<boolean> {
  const handle = await disk.open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(head.length), 0, head.length, 0);
    return bytesRead === head.length && buffer.equals(head);
  } finally {
    await handle.close();
  }
}

/**
 * The stamp of the file now; a file that is not there has one, too. Throws when it cannot be told.
 */
export async function stampAt(path: string, disk: FileSystem = nodeDisk): Promise<FileStamp> {
  try {
    return stampOf(await disk.lstat(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return absent;
    throw error;
  }
}

/**
 * Reads the decisions and fails closed: only a file that was never written has none. A file that
 * can't be read or understood, or that is gone, is reported and left unchanged; a damaged one is
 * also copied byte for byte, because the person may repair the original by hand. `before` is what
 * was read last.
 */
export async function loadApprovals(
  path: string,
  at: number,
  disk: FileSystem = nodeDisk,
  before: LoadedRecords = noApprovals,
): Promise<Result<LoadedApprovals, UnreadableFile>> {
  const fail = (
    reason: UnreadableFile['reason'],
    message: string,
    keptAt?: string,
  ): Result<never, UnreadableFile> =>
    err({
      status: 'unreadable',
      path,
      reason,
      message,
      ...(keptAt === undefined ? {} : { keptAt }),
    });

  const folder = await checkFolder(dirname(path));
  if (!folder.ok) return fail(folder.error.reason, folder.error.message);
  const file = await readBounded(path, mostBytes, { disk });
  if (!file.ok) {
    switch (file.error.reason) {
      case 'missing': {
        // Loaded for a folder without the file only.
        const { findLoss } = await import('../../../shared/host/node/missing.ts');
        const loss = await findLoss(path);
        if (loss === null)
          return ok({ approvals: noApprovals, stamp: absent, head: Buffer.alloc(0) });
        // Somebody may have made the first decision since the look at the file.
        if ((await stampAt(path, disk).catch(() => absent)) !== absent)
          return loadApprovals(path, at, disk, before);
        return fail('missing', await (await import('./loss.ts')).describeLoss(path, loss));
      }
      case 'symlink':
        return fail('symlink', file.error.message);
      case 'others-can-write':
      case 'permission':
        return fail('permission', file.error.message);
      case 'not-a-file':
      case 'too-large':
      case 'io':
        return fail('io', file.error.message);
    }
  }
  const parsed = parseApprovals(file.value.bytes, before);
  if (parsed.ok)
    return ok({
      approvals: parsed.value,
      stamp: file.value.stamp,
      head: headOf([file.value.bytes]),
    });
  const kept =
    parsed.error.reason === 'corrupt'
      ? await keepBytes(path, file.value.bytes, at, disk)
      : undefined;
  return fail(parsed.error.reason, `${path} can’t be used: ${parsed.error.message}`, kept);
}
