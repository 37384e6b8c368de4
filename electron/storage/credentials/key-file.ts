import { lstat } from 'node:fs/promises';
import { err, ok, type Result } from '../../../shared/result.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, nodeDisk, type FileSystem } from '../disk/disk.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { keyFrom, keyText, newKey, type VaultKey } from './envelope.ts';

/**
 * A key in a file of its own (0600), made at a person's explicit yes where there is no keychain.
 * Whoever can read it can read everything.
 */
export interface KeyFile {
  readonly path: string;
  /** Null where there is none. The error is one sentence. */
  read(): Promise<Result<VaultKey | null, string>>;
  /** The one that is there, or a new one. */
  make(): Promise<Result<VaultKey, string>>;
  remove(): Promise<Result<void, string>>;
}

export function keyFileAt(path: string, disk: FileSystem = nodeDisk): KeyFile {
  const read = async (): Promise<Result<VaultKey | null, string>> => {
    const file = await readBounded(path, 1_024, { disk });
    if (!file.ok) return file.error.reason === 'missing' ? ok(null) : err(file.error.message);
    if (await othersCanRead(path))
      return err(`${path} can be read by other users. Run: chmod 600 "${path}"`);
    const key = keyFrom(file.value.bytes.toString('utf8').trim());
    return key === null ? err(`${path} has no key: restore a copy`) : ok(key);
  };
  return {
    path,
    read,
    async make() {
      const written = await rewriteFile<'there'>(
        path,
        async () => {
          const known = await read();
          return known.ok && known.value === null ? ok(`${keyText(newKey())}\n`) : err('there');
        },
        disk,
      );
      if (!written.ok && written.error === 'unwritable') return err(`${path} can’t be written`);
      const made = await read();
      if (!made.ok) return made;
      return made.value === null ? err(`${path} can’t be read`) : ok(made.value);
    },
    async remove() {
      try {
        await disk.unlink(path);
        return ok(undefined);
      } catch (error) {
        return codeOf(error) === 'ENOENT' ? ok(undefined) : err(`${path} can’t be removed`);
      }
    },
  };
}

async function othersCanRead(path: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await lstat(path)).mode & 0o077) !== 0;
}
