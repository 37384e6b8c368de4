import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How many files are watched. Changes to any others go unnoticed, which is reported. */
const maxCount = 5_000;
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

export interface TreeState {
  /** For each file, by path, a text that changes when the file is added, removed or written. */
  readonly files: ReadonlyMap<string, string>;
  /** True if there are more files than are watched. */
  readonly isCut: boolean;
}

/**
 * Records the state of files and folders, from sizes and times alone, without following links. It
 * polls, because change events differ between systems.
 */
export async function treeState(paths: readonly string[]): Promise<TreeState> {
  const files = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.size >= maxCount) return { files, isCut: true };
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

/** The paths whose files differ from before. */
export function changedBetween(before: Files, after: Files): string[] {
  if (before === after) return [];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/**
 * When a file was written, from its text in a state: ms since the epoch. Returns `now` if the text
 * can't tell: the file is gone, or was copied with another's time.
 */
export function writtenAt(state: string | undefined, since: number, now: number): number {
  const at = Number(state?.split(' ')[1] ?? Number.NaN);
  return at >= since && at <= now ? at : now;
}
