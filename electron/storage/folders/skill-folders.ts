import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Limits for walking a disk; whatever exceeds them is reported. The attacker writes the folders:
 * they may be nested, or hold any number of entries.
 */
const limits = { depth: 12, folders: 2_000, files: 5_000, entries: 50_000 } as const;
/** Git's own folder, which nobody serves. */
export const ofGit = '.git';
/**
 * Folders searched for skills only when named. Inside a skill's folder they are ordinary folders.
 */
export const searchedIfNamed: readonly string[] = [ofGit, 'node_modules'];

/** Why something on the disk isn't part of a skill, or isn't known to be one. */
export type UnwalkedReason =
  | 'ignored'
  | 'link'
  | 'special'
  | 'unreadable'
  | 'too-many-folders'
  | 'too-many-files';

export interface LeftOutPath {
  /** Absolute where skills were searched for, else relative to the skill, with slashes. */
  readonly path: string;
  readonly reason: UnwalkedReason;
}

/**
 * The folders with a SKILL.md, in any case of the name, at or below a folder. Doesn't follow links,
 * as they may lead anywhere.
 */
export async function findSkillFolders(
  top: string,
): Promise<{ readonly folders: readonly string[]; readonly left: readonly LeftOutPath[] }> {
  const found: string[] = [];
  const leftOut: LeftOutPath[] = [];
  const waiting = [{ path: top, depth: 0 }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { path, depth } = folder;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) leftOut.push({ path, reason: 'unreadable' });
    const names = entries ?? [];
    const inner = names.filter((one) => one.isDirectory() && !searchedIfNamed.includes(one.name));
    const isBelow = found.some((skill) => path.startsWith(`${skill}${sep}`));
    // Inside a skill's folder, skill.md is an ordinary file; anywhere else it was meant to be
    // SKILL.md.
    const isSkill = names.some(({ name }) => (isBelow ? name === 'SKILL.md' : isMain(name)));
    if (isSkill) found.push(path);
    const isInSkill = isBelow || isSkill;
    // A skill's own entries are reported with its files.
    if (!isInSkill)
      for (const one of names) {
        const at = join(path, one.name);
        if (searchedIfNamed.includes(one.name)) leftOut.push({ path: at, reason: 'ignored' });
        else if (one.isSymbolicLink() && (await mayBeFolder(at)))
          leftOut.push({ path: at, reason: 'link' });
      }
    const count = found.length + waiting.length + inner.length;
    if (inner.length > 0 && (depth >= limits.depth || count > limits.folders))
      leftOut.push({ path, reason: 'too-many-folders' });
    else waiting.push(...inner.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
  }
  return { folders: found.toSorted(), left: leftOut };
}

/** SKILL.md in any case, so that a wrong one can be reported. */
export const isMain = (name: string): boolean => name.toLowerCase() === 'skill.md';

const mayBeFolder = async (link: string): Promise<boolean> =>
  (await stat(link).catch(() => null))?.isFile() !== true;

/** The regular files of one skill's folder, with slashes, and what else is in it. */
export async function walkSkillFolder(
  folder: string,
): Promise<{ readonly paths: readonly string[]; readonly left: readonly LeftOutPath[] }> {
  const paths: string[] = [];
  const leftOut: LeftOutPath[] = [];
  const waiting = [''];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => null);
    if (entries === null) leftOut.push({ path: at, reason: 'unreadable' });
    for (const entry of entries ?? []) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      seen += 1;
      if (paths.length >= limits.files || seen > limits.entries) {
        leftOut.push({ path: '', reason: 'too-many-files' });
        return { paths, left: leftOut };
      }
      if (entry.isDirectory()) {
        if (entry.name === ofGit) leftOut.push({ path, reason: 'ignored' });
        else waiting.push(path);
      } else if (entry.isFile()) paths.push(path);
      else leftOut.push({ path, reason: entry.isSymbolicLink() ? 'link' : 'special' });
    }
  }
  return { paths, left: leftOut };
}
