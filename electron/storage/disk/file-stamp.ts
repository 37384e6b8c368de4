import type { BigIntStats } from 'node:fs';

/** Tells one state of a file from another without reading it; `absent` when there is no file. */
export type FileStamp = string;
export const absent: FileStamp = 'absent';

/** Same stamp, same file: device, inode, size and both times in nanoseconds. */
export function stampOf(stats: BigIntStats): FileStamp {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}
