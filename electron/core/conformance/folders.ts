import { isRecord, own, weigh } from '../json.ts';
import { limits } from '../limits.ts';
import type { RequestPlan } from '../dialects/plan.ts';
import {
  deepest,
  type RequestNumbering,
  directoriesDeclared,
  folderOf,
  type ReadFolder,
  type ServedEntry,
  type CheckTranscript,
} from './transcript.ts';

/** The most pages read per folder, which has no more children than a skill has files. */
export const directoryPages = 50;
const maxCount = 20_000;
const deepestFolder = 32;
const together = 8;

/** Whether an item of a directory read is a folder. */
export const isFolder = (item: unknown): boolean =>
  isRecord(item) && own(item, 'mimeType') === 'inode/directory';

/**
 * The folders of a skill's files by its entry; for a dynamic skill, only its own. `left` counts
 * files beyond the bounds, because an attacker can write a path of a million slashes.
 */
export function foldersIn({ uri, resources }: ServedEntry): { folders: Set<string>; left: number } {
  const root = uri === undefined ? undefined : folderOf(uri);
  if (root === undefined || resources === undefined) return { folders: new Set(), left: 0 };
  const folders = new Set([root]);
  let left = 0;
  for (const file of resources === 'dynamic' ? [] : resources) {
    const at = own(file, 'uri');
    if (typeof at !== 'string' || !at.startsWith(`${root}/`)) continue;
    let end = at.indexOf('/', root.length + 1);
    for (let level = 0; end >= 0 && level < deepestFolder && folders.size < maxCount; level += 1) {
      folders.add(at.slice(0, end));
      end = at.indexOf('/', end + 1);
    }
    if (end >= 0) left += 1;
  }
  return { folders, left };
}

/**
 * Reads the folders of all skills that haven't been read yet; `left` counts those that it skipped.
 */
export function* foldersOf(
  asking: RequestNumbering,
  seen: CheckTranscript,
  skills: readonly ServedEntry[],
): RequestPlan<{ folders: ReadFolder[]; left: number }> {
  const { directory, withFolders } = seen;
  // If the server doesn't answer for the first folder, don't ask for the others.
  const isRefused = ({ pages }: ReadFolder): boolean => pages.exchanges[0]?.reply.ok !== true;
  if (!directoriesDeclared(seen.capabilities)) return { folders: [], left: 0 };
  if (directory !== null && isRefused(directory)) return { folders: [], left: 0 };
  const known = new Set([directory?.uri, withFolders?.uri]);
  const found = skills.map(foldersIn);
  const wanted = [...new Set(found.flatMap(({ folders }) => [...folders]))].filter(
    (uri) => !known.has(uri),
  );
  const folders: ReadFolder[] = [];
  let bytes = 0;
  while (folders.length < Math.min(wanted.length, maxCount) && bytes <= limits.serverBytes) {
    const [before] = folders;
    if (directory === null && before !== undefined && isRefused(before)) break;
    const width = directory === null && before === undefined ? 1 : together;
    const some = wanted.slice(folders.length, Math.min(folders.length + width, maxCount));
    const firsts = yield* asking.all(
      some.map((uri) => ({ method: 'resources/directory/read', params: { uri } })),
    );
    for (const [index, first] of firsts.entries()) {
      const pages = yield* asking.pagesFrom(first, directoryPages);
      for (const { reply } of pages.exchanges)
        if (reply.ok) bytes += weigh(reply.value, limits.serverBytes, deepest).bytes;
      folders.push({ uri: some[index] ?? '', pages });
    }
  }
  const tooDeep = found.reduce((sum, { left }) => sum + left, 0);
  return { folders, left: tooDeep + wanted.length - folders.length };
}
