import { basename, dirname, join } from 'node:path';
import { writeAtomic } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, type FileSystem } from '../disk/disk.ts';
import { mostBytes } from './loaded-records.ts';

/** One copy per content: looking at the same damaged file again makes no further one. */
export async function keepBytes(
  path: string,
  bytes: Buffer,
  at: number,
  disk: FileSystem,
): Promise<string | undefined> {
  // The copy is a second safety: the original stays untouched either way.
  return copyBeside(path, 'corrupt', bytes, at, disk).catch(() => undefined);
}

/**
 * Keeps the bytes of the file beside it under a name with `why` and the time, unless a copy of
 * just these bytes is there. Gives its path; durable when it resolves, throws when it cannot be.
 */
export async function copyBeside(
  path: string,
  why: string,
  bytes: Buffer,
  at: number,
  disk: FileSystem,
): Promise<string> {
  const prefix = `${basename(path)}.${why}-`;
  for (const name of await disk.readdir(dirname(path))) {
    if (!name.startsWith(prefix) || name.endsWith('.tmp')) continue;
    const copy = await readBounded(join(dirname(path), name), mostBytes, { disk });
    if (copy.ok && copy.value.bytes.equals(bytes)) return join(dirname(path), name);
  }
  const kept = join(dirname(path), prefix + new Date(at).toISOString().replaceAll(':', '-'));
  const { unflushed } = await writeAtomic(kept, [bytes], disk);
  if (unflushed !== null) throw new Error(unflushed);
  return kept;
}

/**
 * Keeps an unchanged copy of a file of the previous version before it's rewritten. Under the lock,
 * it also removes a copy that a killed writer left unfinished.
 */
export async function keepFormer(path: string, at: number, disk: FileSystem): Promise<string> {
  for (const name of await disk.readdir(dirname(path)))
    if (name.startsWith(`${basename(path)}.v1-`) && name.endsWith('.tmp'))
      await disk.unlink(join(dirname(path), name));
  const file = await readBounded(path, mostBytes, { disk });
  if (!file.ok) throw new Error(file.error.message);
  return copyBeside(path, 'v1', file.value.bytes, at, disk);
}

/**
 * Moves a leftover `.next` out of the way of a new one, for a person who starts over. Gives its new
 * path; null when there is none.
 */
export async function setNextAside(
  path: string,
  at: number,
  disk: FileSystem,
): Promise<string | null> {
  const aside = `${path}.set-aside-${new Date(at).toISOString().replaceAll(':', '-')}`;
  try {
    await disk.rename(`${path}.next`, aside);
    return aside;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
