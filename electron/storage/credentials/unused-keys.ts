import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../../../shared/result.ts';
import { readJson } from '../disk/bounded-read.ts';
import { rewriteFile } from '../disk/json-file.ts';

// Secrets whose references left `servers.json` while nobody could open the vault to say so in it.
// Their ids alone, which tell nothing: the next one that has the key drops what is still not
// referred to.

const maxBytes = 1024 * 1024;
const pathIn = (folder: string): string => join(folder, 'credentials-left.json');

export const hasLeft = async (folder: string): Promise<boolean> =>
  (await lstat(pathIn(folder)).catch(() => null)) !== null;

/** None where the file is not there or not understood: then secrets stay, encrypted. */
export async function leftIds(folder: string): Promise<readonly string[]> {
  const ids = await readJson(pathIn(folder), maxBytes, {
    missing: [],
    take: (json) => (Array.isArray(json) ? (json as unknown[]) : null),
  });
  return ids.ok ? ids.value.filter((id): id is string => typeof id === 'string') : [];
}

export async function noteLeft(folder: string, ids: readonly string[]): Promise<void> {
  await rewriteFile(pathIn(folder), async () =>
    ok(`${JSON.stringify([...new Set([...(await leftIds(folder)), ...ids])])}\n`),
  );
}

/** Under the lock of `servers.json`, as noting is. */
export async function forgetLeft(folder: string): Promise<void> {
  await unlink(pathIn(folder)).catch(() => undefined);
}
