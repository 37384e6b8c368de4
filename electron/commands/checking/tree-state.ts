import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that are looked at; of more, changes are not seen, which is said. */
const most = 5_000;
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

export interface TreeState {
  /** Of each file by its path another text as soon as it is added, removed or written. */
  readonly files: ReadonlyMap<string, string>;
  /** There are more files than are looked at. */
  readonly isCut: boolean;
}

/**
 * What files and folders are like now, from sizes and times alone. Links are not followed. Asked for
 * again and again rather than told by the system: that tells of folders in other ways on each.
 */
export async function treeState(paths: readonly string[]): Promise<TreeState> {
  const files = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.size >= most) return { files, isCut: true };
    const stat = await lstat(path).catch(() => null);
    if (stat === null) files.set(path, '-');
    else if (stat.isDirectory()) {
      const names = await readdir(path).catch(() => []);
      for (const name of names) if (!left.has(name)) open.push(join(path, name));
    } else files.set(path, `${stat.size} ${stat.mtimeMs} ${stat.ino}`);
  }
  return { files, isCut: false };
}

type Files = TreeState['files'];

/** The paths whose files are others than before. */
export function changedBetween(before: Files, after: Files): string[] {
  if (before === after) return [];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/**
 * When a file was written, of its text in a state: ms since the epoch. `now` where that says nothing: of
 * one that is gone, or that was copied with the time of another.
 */
export function writtenAt(state: string | undefined, since: number, now: number): number {
  const at = Number(state?.split(' ')[1] ?? Number.NaN);
  return at >= since && at <= now ? at : now;
}
