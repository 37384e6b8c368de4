import { limits } from '../../limits.ts';
import type {
  DirectoryChild,
  FolderOutcome,
  FoundFile,
  FoundFiles,
  PlanContext,
  DirectoryPage,
} from '../dialect.ts';
import { request, type RequestPlan } from '../plan.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { pathInEntry, rootOf } from '../../skill-place.ts';
import { found } from '../defaults.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { describe, problem } from '../../problem.ts';

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

/**
 * One page of `resources/directory/read` ("Reading Directories"): an observation that never extends
 * the manifest. Children without a URI, and those over `limits.directoryChildren`, are left out and
 * counted.
 */
export function parseDirectoryPage(result: unknown): Result<DirectoryPage, Problem> {
  const resources = isRecord(result) ? own(result, 'resources') : undefined;
  if (!isRecord(result) || !Array.isArray(resources)) {
    return err(
      problem('listing-shape', 'The response to resources/directory/read has no resources array.', {
        field: 'result.resources',
        expected: 'an array',
        actual: describe(resources),
        clause: 'Reading Directories',
      }),
    );
  }
  const children: DirectoryChild[] = [];
  for (const child of resources.slice(0, limits.directoryChildren) as unknown[]) {
    if (!isRecord(child)) continue;
    const uri = own(child, 'uri');
    const name = own(child, 'name');
    const mimeType = own(child, 'mimeType');
    if (typeof uri !== 'string') continue;
    const made = {
      uri,
      name: typeof name === 'string' ? name : '',
      folder: mimeType === 'inode/directory',
    };
    children.push(typeof mimeType === 'string' ? { ...made, mimeType } : made);
  }
  const nextCursor = own(result, 'nextCursor');
  const page = { children, left: resources.length - children.length };
  // Servers of older revisions end a listing with an empty cursor.
  return ok(typeof nextCursor === 'string' && nextCursor !== '' ? { ...page, nextCursor } : page);
}
