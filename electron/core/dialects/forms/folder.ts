import { limits } from '../../limits.ts';
import type { DirectoryChild, FolderOutcome } from '../dialect.ts';
import { request, type RequestPlan } from '../plan.ts';
import { parseDirectoryPage } from './folder-files.ts';

/**
 * Reads `resources/directory/read` page by page; a server may offer it for any directory resource,
 * whatever else it speaks.
 */
export function* readFolder(uri: string): RequestPlan<FolderOutcome> {
  const children = new Map<string, DirectoryChild>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let incomplete: string | null = null;
  for (;;) {
    const answer = yield* request('resources/directory/read', {
      uri,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) {
      if (children.size === 0) return { kind: 'failed', error: answer.error };
      incomplete = answer.error.words;
      break;
    }
    const page = parseDirectoryPage(answer.value);
    if (!page.ok) return { kind: 'malformed', problem: page.error };
    for (const child of page.value.children) children.set(child.uri, child);
    if (page.value.left > 0)
      incomplete = `${page.value.left} items in this folder couldn’t be read and aren’t shown.`;
    const next = page.value.nextCursor;
    if (next === undefined) break;
    if (cursors.has(next)) {
      incomplete = 'The server gave the same cursor twice.';
      break;
    }
    if (cursors.size >= limits.listPages || children.size >= limits.directoryChildren) {
      incomplete = 'The folder has more items than Skillgate shows.';
      break;
    }
    cursors.add(next);
    cursor = next;
  }
  return { kind: 'listed', children: [...children.values()], incomplete };
}
