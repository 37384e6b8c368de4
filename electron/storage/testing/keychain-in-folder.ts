import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ok } from '../../../shared/result.ts';
import type { SystemKeychain } from '../credentials/keychain.ts';
import { codeOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';

/** A keychain that several processes have, as slow as one; each of its changes is one of `disk`. */
export function keychainInFolder(
  folder: string,
  disk: FileSystem = nodeDisk,
  slowMs = 15,
): SystemKeychain {
  const at = (name: string): string =>
    join(folder, createHash('sha256').update(name).digest('hex').slice(0, 16));
  const missing = (error: unknown): null => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return null;
  };
  return {
    async get(name) {
      await wait(slowMs);
      return ok(await readFile(at(name), 'utf8').catch(missing));
    },
    async set(name, secret) {
      await wait(slowMs);
      const flags = constants.O_CREAT | constants.O_WRONLY;
      const handle = await disk.open(at(name), flags, 0o600);
      await handle.writev([Buffer.from(secret)]);
      await handle.close();
      return ok(undefined);
    },
    async remove(name) {
      await wait(slowMs);
      await disk.unlink(at(name)).catch(missing);
      return ok(undefined);
    },
  };
}
