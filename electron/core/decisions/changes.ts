import { changesOf } from '../../../shared/host/rule.ts';
import type { Pair } from '../../../shared/model/approval.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';

/** What was added to, removed from and modified in an approved set; URIs, in code unit order. */
export const setChanges = (approved: readonly Pair[], now: readonly Pair[]): SetChanges =>
  changesOf(approved, now);

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
