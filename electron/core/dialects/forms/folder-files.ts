import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { limits } from '../../limits.ts';
import { pathInEntry, rootOf } from '../../skill-place.ts';
import { found } from '../defaults.ts';
import type { FoundFile, FoundFiles, PlanContext } from '../dialect.ts';
import { request, type RequestPlan } from '../plan.ts';
import { parseDirectoryPage } from './directory-page.ts';

const mostRequests = 200;

/**
 * The files in a skill's folder, as far as the server reveals them: its directory listing if it
 * offers one, and what `resources/list` has there. Links in SKILL.md are followed later, while
 * reading. Children outside the folder are left out, because the server chooses every URI.
 */
export function* filesInFolder(entry: SkillEntry, context: PlanContext): RequestPlan<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const add = (uri: string): void => {
    const path = pathInEntry(entry, uri);
    if (path.ok && files.size < limits.skillFiles + 1) files.set(uri, { path: path.value, uri });
  };
  add(entry.uri);
  const root = rootOf(entry);
  for (const { uri, mimeType } of context.inventory.resources.values()) {
    if (
      uri.startsWith(`${root}/`) &&
      !uri.endsWith('/') &&
      !uri.endsWith('/_manifest') &&
      mimeType !== 'inode/directory'
    )
      add(uri);
  }
  if (!context.directoryRead) return found([...files.values()]);
  const folders = [root];
  const seen = new Set(folders);
  for (let requests = 0; folders.length > 0 && requests < mostRequests; requests += 1) {
    const folder = folders.shift() ?? root;
    let cursor: string | undefined;
    const cursors = new Set<string>();
    do {
      const answer = yield* request('resources/directory/read', {
        uri: folder,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = answer.ok ? parseDirectoryPage(answer.value) : null;
      if (page?.ok !== true) break;
      for (const child of page.value.children) {
        if (!child.uri.startsWith(`${folder}/`)) continue;
        if (!child.folder) add(child.uri);
        else if (!seen.has(child.uri) && pathInEntry(entry, `${child.uri}/x`).ok) {
          seen.add(child.uri);
          folders.push(child.uri);
        }
      }
      cursor = page.value.nextCursor;
      if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= mostRequests)) break;
      if (cursor !== undefined) cursors.add(cursor);
    } while (cursor !== undefined);
  }
  return found([...files.values()]);
}
