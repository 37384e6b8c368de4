import type { Problem } from '../../../../shared/model/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import type { DirectoryChild, DirectoryPage } from '../dialect.ts';

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
