import type { BoundResource } from '../../../shared/model/approval.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';

type Pair = Pick<BoundResource, 'uri' | 'digest'>;

/** What was added to, removed from and modified in an approved set; URIs, in code unit order. */
export function setChanges(approved: readonly Pair[], now: readonly Pair[]): SetChanges {
  const before = new Map(approved.map(({ uri, digest }) => [uri, digest]));
  const after = new Map(now.map(({ uri, digest }) => [uri, digest]));
  const added: string[] = [];
  const modified: string[] = [];
  for (const [uri, digest] of after) {
    const was = before.get(uri);
    if (was === undefined) added.push(uri);
    else if (was !== digest) modified.push(uri);
  }
  return {
    added: added.sort(),
    removed: [...before.keys()].filter((uri) => !after.has(uri)).sort(),
    modified: modified.sort(),
  };
}

/**
 * The frontmatter that was approved (`expected`) against the one served now (`actual`), field by
 * field.
 */
export function frontmatterChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  return compareFrontmatter(before, after);
}
