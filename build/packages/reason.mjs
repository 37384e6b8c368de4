import { statfsSync } from 'node:fs';

/** Something that cannot be made here: the line that says what is wrong and what to do. */
export class CannotMake extends Error {}

const full = /ENOSPC|no space left on device/i;

/**
 * Space that a package needs besides its own size: the unpacked folder, its copy, the executable.
 */
const roomNeeded = 1_500_000_000;
const megabytes = (bytes) => `${Math.ceil(bytes / 1_000_000)} MB`;

/** Throws CannotMake if `folder`, which must exist, has too little space. */
export function demandRoom(folder, needed = roomNeeded) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw new CannotMake(
      `${folder} has ${megabytes(free)} free, and packages need ${megabytes(needed)}: make room there`,
    );
}

/**
 * The line for an error on the way: a CannotMake's own, the advice for a full disk or a denied
 * folder, or the error's message.
 */
export function reasonOf(error, folder) {
  if (error instanceof CannotMake) return error.message;
  const said = error instanceof Error ? error.message : String(error);
  if (error?.code === 'ENOSPC' || full.test(`${said}\n${error?.output ?? ''}`))
    return `the disk of ${folder} is full: make room there and run it again`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code))
    return `${error.path ?? folder} can’t be written: change its owner, or choose another with --output`;
  return said.trim().split('\n')[0]?.slice(0, 300) || 'it gave no reason';
}
