import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '../../../shared/result.ts';
import { codeOf, messageOf, nodeDisk, type FileSystem } from './data-folder.ts';
import { exactSize } from '../../../shared/size-text.ts';

interface ReadFailure {
  readonly reason:
    | 'missing'
    | 'symlink'
    | 'not-a-file'
    | 'others-can-write'
    | 'permission'
    | 'too-large'
    | 'io';
  readonly message: string;
}

interface BoundedFile {
  readonly bytes: Buffer;
  readonly stamp: FileStamp;
}

/**
 * Reads a whole regular file of at most `maxBytes`, following no link at its last segment.
 * `own` (default true) refuses a file that other users can write: they would be the ones who
 * decide.
 */
export async function readBounded(
  path: string,
  maxBytes: number,
  options: { readonly own?: boolean; readonly disk?: FileSystem } = {},
): Promise<Result<BoundedFile, ReadFailure>> {
  const disk = options.disk ?? nodeDisk;
  try {
    // O_NOFOLLOW is missing on Windows; there the check before opening has to do.
    if ((await disk.lstat(path)).isSymbolicLink())
      return err({ reason: 'symlink', message: `${path} is a symbolic link` });
    // O_NONBLOCK: a FIFO put in the file's place must not hang the reader.
    const handle = await disk.open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) return err({ reason: 'not-a-file', message: `${path} isn’t a file` });
      if (options.own !== false && process.platform !== 'win32' && (stats.mode & 0o022n) !== 0n) {
        return err({
          reason: 'others-can-write',
          message: `${path} can be written by other users. Run: chmod go-w "${path}"`,
        });
      }
      if (stats.size > BigInt(maxBytes))
        return err({
          reason: 'too-large',
          message: `${path} is larger than ${exactSize(maxBytes)}`,
        });
      const bytes = await readAt(handle, 0, Number(stats.size));
      return ok({ bytes, stamp: stampOf(stats) });
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return err({ reason: 'missing', message: `${path} doesn’t exist` });
    if (code === 'ELOOP') return err({ reason: 'symlink', message: `${path} is a symbolic link` });
    return err({
      reason: code === 'EACCES' || code === 'EPERM' ? 'permission' : 'io',
      message: `${path}: ${messageOf(error)}`,
    });
  }
}

interface JsonReading<T> {
  /** What a file that isn't there holds. */
  readonly missing: T;
  /** Null for what isn't understood. */
  readonly take: (json: unknown) => T | null;
  /** Goes on after the path. */
  readonly damaged?: string;
  readonly parse?: (text: string) => unknown;
  readonly own?: boolean;
}

/** What a small JSON file holds. The error is one line for people. */
export async function readJson<T>(
  path: string,
  maxBytes: number,
  { missing, take, damaged = 'is damaged', parse = JSON.parse, own = true }: JsonReading<T>,
): Promise<Result<T, string>> {
  const file = await readBounded(path, maxBytes, { own });
  if (!file.ok) return file.error.reason === 'missing' ? ok(missing) : err(file.error.message);
  let taken: T | null = null;
  try {
    taken = take(parse(file.value.bytes.toString('utf8')));
  } catch {
    // It isn't JSON.
  }
  return taken === null ? err(`${path} ${damaged}`) : ok(taken);
}

/** `length` bytes from `position`, or as many as the file has. */
export async function readAt(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Tells one state of a file from another without reading it; `absent` when there is no file. */
export type FileStamp = string;
export const absent: FileStamp = 'absent';

/** Same stamp, same file: device, inode, size and both times in nanoseconds. */
export function stampOf(stats: BigIntStats): FileStamp {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}
