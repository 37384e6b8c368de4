import { basename, dirname, join } from 'node:path';
import { format } from '../../../shared/host/format.ts';
import type { Failure, Identity } from '../../../shared/model/approval.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { makeSkillKey, type RecordLine, type TextSlice } from './line.ts';
import { writeAtomic } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, type FileSystem } from '../disk/data-folder.ts';

/**
 * Largest file that is read: some 250,000 records. Beyond it the store is unreadable, never cut.
 */
export const mostBytes = 384 * 1024 * 1024;

/** What the file holds: records by key, in file order, and every other top-level field. */
export interface LoadedRecords {
  readonly header: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly lines: ReadonlyMap<string, RecordLine>;
  /** Failed verifications by the key of their skill, in file order. */
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /**
   * The file is of the version before this one. `left` counts the decisions that matched no
   * server there, so that none was made of them here; they stand in the copy alone.
   */
  readonly former: { readonly left: number } | null;
}

export const noApprovals: LoadedRecords = {
  header: { format },
  revision: 0,
  lines: new Map(),
  failures: new Map(),
  former: null,
};

/** Names a skill: the identity of its server as a whole and its URI. */
export function skillKey(identity: Identity, uri: string): string {
  return makeSkillKey(identityKey(identity), uri);
}

/** Failed verifications by the key of their skill. */
export function failuresByKey(
  failures: Iterable<Failure>,
): ReadonlyMap<string, readonly Failure[]> {
  const byKey = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = skillKey(failure.server.identity, failure.uri);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [failure]);
    else known.push(failure);
  }
  return byKey;
}

/** The file as chunks to be written one after the other: fields first, then one record per line. */
export function formatApprovals(approvals: LoadedRecords): readonly Uint8Array[] {
  const failures = [...approvals.failures.values()].flat();
  const head = JSON.stringify({ ...approvals.header, failures, records: [] });
  const chunks: Uint8Array[] = [Buffer.from(`${head.slice(0, -2)}\n`)];
  let run: { -readonly [K in keyof TextSlice]: TextSlice[K] } | null = null;
  let first = true;
  const flush = (): void => {
    if (run === null) return;
    chunks.push(Buffer.from(first ? '' : ',\n'), run.memory.subarray(run.start, run.end));
    first = false;
  };
  for (const { memory, start, end } of approvals.lines.values()) {
    // Neighbours in the file that was read or compacted: the two bytes between them are `,` and a
    // line feed.
    if (run !== null && run.memory === memory && start === run.end + 2) {
      run.end = end;
      continue;
    }
    flush();
    run = { memory, start, end };
  }
  flush();
  chunks.push(Buffer.from(first ? ']}\n' : '\n]}\n'));
  return chunks.filter((chunk) => chunk.byteLength > 0);
}

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
 * Keeps a file of the previous version unchanged before it's rewritten. Under the lock: what a
 * killed writer began to copy is removed.
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
