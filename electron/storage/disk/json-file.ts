import { dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { commitOrDiscard, stageFile } from './atomic-file.ts';
import { codeOf, nodeDisk, type FileSystem, checkFolder } from './data-folder.ts';
import type { FileStamp } from './bounded-read.ts';
import { withLock } from './lock.ts';

/**
 * Replaces a small file of the data folder under its lock: `change` reads what is there and
 * gives the new text, or its own error, which writes nothing. 'unwritable' stands for every
 * reason that the system or another writer gives.
 */
export async function rewriteFile<E>(
  path: string,
  change: () => Promise<Result<string, E>>,
  disk: FileSystem = nodeDisk,
): Promise<Result<FileStamp, E | 'unwritable'>> {
  try {
    const folder = await checkFolder(dirname(path));
    if (!folder.ok) return err('unwritable');
    const done = await withLock(`${path}.lock`, async (): Promise<Result<FileStamp, E>> => {
      const text = await change();
      if (!text.ok) return text;
      const temporary = `${path}.next`;
      await disk.unlink(temporary).catch(ignoreMissing);
      const staged = await stageFile(path, temporary, [Buffer.from(text.value)], disk);
      return ok((await commitOrDiscard(staged)).stamp);
    });
    return done.ok ? done.value : err('unwritable');
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return err('unwritable');
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
