import { Parser, type ReadEntry } from 'tar';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { allowance } from './allowance.ts';
import { type ArchiveRefusal, refusal, type UnpackedEntry } from './archive.ts';
import { gunzip } from './gzip.ts';
import { takeInventory } from './inventory.ts';
import { type TarEntry, tarLayout } from './tar-layout.ts';

const types = {
  file: ['File', 'OldFile'],
  folder: ['Directory'],
  symlink: ['SymbolicLink'],
  hardlink: ['Link'],
} as const;

/** An entry as the tar library reads it. */
interface Seen {
  readonly entry: ReadEntry;
  readonly chunks: Uint8Array[];
}

/**
 * Reads a whole tar with the library. Error: its first one; with `strict`, it never skips an entry.
 */
function parse(tar: Uint8Array): Promise<Result<readonly Seen[], string>> {
  return new Promise((resolve) => {
    const seen: Seen[] = [];
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: limits.archiveMetaBytes,
      onReadEntry: (entry) => {
        const one: Seen = { entry, chunks: [] };
        seen.push(one);
        entry.on('data', (chunk) => one.chunks.push(chunk));
      },
    });
    parser.on('error', (error: unknown) =>
      resolve(err(error instanceof Error ? error.message : String(error))),
    );
    parser.on('end', () => resolve(ok(seen)));
    try {
      parser.end(Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength));
      // All data was written at once and every entry is read, so an entry that hasn't ended never
      // will.
      resolve(err('it does not come to an end'));
    } catch (error) {
      resolve(err(error instanceof Error ? error.message : String(error)));
    }
  });
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** One entry as both readers see it; null if they differ. */
function agree(ours: TarEntry, theirs: Seen): UnpackedEntry | null {
  const { entry, chunks } = theirs;
  const name = ours.kind === 'folder' ? withoutSlash(entry.path) : entry.path;
  const sameType = (types[ours.kind] as readonly string[]).includes(entry.type);
  if (name !== ours.name || !sameType || entry.size !== ours.size) return null;
  if (ours.linkTarget !== undefined && entry.linkpath !== ours.linkTarget) return null;
  const { size, ...raw } = ours;
  if (chunks.reduce((sum, chunk) => sum + chunk.length, 0) !== size) return null;
  if (ours.kind !== 'file') return raw;
  // Copy the bytes, so that keeping one file doesn't keep the whole tar in memory.
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { ...raw, bytes };
}

/**
 * Reads a `.tar.gz` in memory. It first walks and checks the tar, then hands it to the library;
 * both must see the same entries. Errors: all but those of zip.
 * @param budget bytes that the server may still send in this session.
 */
export async function readTar(
  bytes: Uint8Array,
  budget: number,
): Promise<Result<readonly UnpackedEntry[], ArchiveRefusal>> {
  const tar = gunzip(bytes, allowance(bytes.length, limits.archiveHeaderBytes, budget));
  if (!tar.ok) return tar;
  const layout = tarLayout(tar.value);
  if (!layout.ok) return layout;
  const inventory = takeInventory(layout.value);
  if (!inventory.ok) return inventory;
  const seen = await parse(tar.value);
  if (!seen.ok)
    return err(
      refusal('readers-disagree', "The tar library rejects what Skillgate's own reader accepts.", {
        actual: seen.error,
      }),
    );
  if (seen.value.length !== layout.value.length)
    return err(
      refusal('readers-disagree', 'Two readers see different entries.', {
        expected: String(layout.value.length),
        actual: String(seen.value.length),
      }),
    );
  const entries: UnpackedEntry[] = [];
  for (const [at, theirs] of seen.value.entries()) {
    const ours = layout.value[at];
    const entry = ours === undefined ? null : agree(ours, theirs);
    if (entry === null)
      return err(
        refusal('readers-disagree', 'Two readers see different entries.', {
          expected: ours?.name ?? 'no entry',
          actual: theirs.entry.path,
        }),
      );
    entries.push(entry);
  }
  return ok(entries);
}
