import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that are looked at; of more, changes are not seen, which is said. */
const most = 5_000;
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

export interface TreeState {
  /** Another text as soon as a file is added, removed or written. */
  readonly text: string;
  /** There are more files than are looked at. */
  readonly isCut: boolean;
}

/**
 * What files and folders are like now, from sizes and times alone. Links are not followed. Asked for
 * again and again rather than told by the system: that tells of folders in other ways on each.
 */
export async function treeState(paths: readonly string[]): Promise<TreeState> {
  const lines: string[] = [];
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (lines.length >= most) return { text: lines.sort().join('\n'), isCut: true };
    const stat = await lstat(path).catch(() => null);
    if (stat === null) lines.push(`${path} -`);
    else if (stat.isDirectory()) {
      const names = await readdir(path).catch(() => []);
      for (const name of names) if (!left.has(name)) open.push(join(path, name));
    } else lines.push(`${path} ${stat.size} ${stat.mtimeMs} ${stat.ino}`);
  }
  return { text: lines.sort().join('\n'), isCut: false };
}
