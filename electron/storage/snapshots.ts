import { readdir, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Identity } from '../../shared/model/approval.ts';
import { identityKey } from '../core/decisions/identity.ts';
import { sha256 } from '../core/digest.ts';
import { limits } from '../core/limits.ts';
import type { SnapshotStore } from '../engine/ports/decisions.ts';
import { replaceWhole } from './disk/atomic-file.ts';
import { readBounded } from './disk/bounded-read.ts';
import { checkFolder } from './disk/data-folder.ts';

/**
 * Contents kept of one file: the approved one, and the one before in case a decision was not
 * written.
 */
const keptContents = 2;
/**
 * Files whose newest content is known to be kept; a gateway is asked for the same ones again and
 * again.
 */
const mostKnown = 10_000;

/**
 * Keeps approved bytes under `cache/` of the data folder. Every segment of a path is a hash of
 * the server's identity, the skill's URI or the file's URI: names that a server chooses never
 * reach the file system, and one server's bytes can never be read as another's.
 */
export function openSnapshots(folder: string): SnapshotStore {
  const cache = join(folder, 'cache');
  const serverFolder = (identity: Identity): string => join(cache, hex(identityKey(identity)));
  const pathOf = (identity: Identity, uri: string, fileUri: string, digest: string): string =>
    join(serverFolder(identity), hex(uri), hex(fileUri), digest.replace(/^sha256:/, ''));

  /** What this process kept last of each file, by its folder, and as it was then. */
  const newest = new Map<string, { readonly path: string; readonly stamp: string | null }>();

  const get: SnapshotStore['get'] = async (identity, uri, fileUri, digest) => {
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) return null;
    const file = await readBounded(pathOf(identity, uri, fileUri, digest), limits.skillBytes);
    // Hashed again on every access: another program may have touched the cache.
    return file.ok && sha256(file.value.bytes) === digest ? file.value.bytes : null;
  };

  return {
    get,
    async has(identity, uri, fileUri, digest) {
      return (await get(identity, uri, fileUri, digest)) !== null;
    },
    async put(identity, uri, fileUri, digest, bytes) {
      if (sha256(bytes) !== digest)
        throw new Error('a snapshot must have the digest that it is kept under');
      const path = pathOf(identity, uri, fileUri, digest);
      const known = newest.get(dirname(path));
      const isKnown = known?.path === path && known.stamp !== null;
      if (isKnown && known.stamp === (await stampOf(path))) return true;
      try {
        // Whoever could write the folders above could have the bytes land elsewhere.
        if (!(await checkFolder(folder)).ok) return false;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        if (!(await checkFolder(cache)).ok) return false;
        await replaceWhole(path, bytes);
        await dropOldest(dirname(path));
        if (newest.size >= mostKnown) newest.clear();
        newest.set(dirname(path), { path, stamp: await stampOf(path) });
        return true;
      } catch {
        // A full disk costs a later diff its text, never a decision: `has` tells that nothing was
        // kept.
        return false;
      }
    },
    async forgetServer(identity) {
      newest.clear();
      await rm(serverFolder(identity), { recursive: true, force: true });
    },
    async forgetAll() {
      newest.clear();
      await rm(cache, { recursive: true, force: true });
    },
  };
}

/** Differs once a file was replaced or written to; null where there's none. */
async function stampOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  return facts === null
    ? null
    : [facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].map(String).join(' ');
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  if (names.length <= keptContents) return;
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      at: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  dated.sort((a, b) => b.at - a.at);
  await Promise.all(dated.slice(keptContents).map(({ path }) => rm(path, { force: true })));
}

const hex = (text: string): string => sha256(text).slice('sha256:'.length);
