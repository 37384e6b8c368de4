import { changesOf } from '../../../shared/host/rule.ts';
import type { ApprovalRecord, Pair } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';
import { metadataOf } from './metadata.ts';

/** What was added to, removed from and modified in an approved set; URIs, in code unit order. */
export const setChanges = (approved: readonly Pair[], now: readonly Pair[]): SetChanges =>
  changesOf(approved, now);

/**
 * What the entry said of the skill when it was approved (`expected`) against what it says now
 * (`actual`), field by field. Where the server repeats only a part of the frontmatter, what it
 * leaves out is not gone.
 */
export function metadataChanges(
  { frontmatter: before }: Pick<ApprovalRecord, 'frontmatter'>,
  entry: SkillEntry,
): FieldDifference[] {
  const now = metadataOf(entry);
  return compareFrontmatter(before, entry.frontmatterIsPart === true ? { ...before, ...now } : now);
}

/**
 * Whether an approval was of other words than the entry has now. With the same digests one of the
 * two contradicts SKILL.md, and the digests do not say which: the attacker is a server that gives
 * another description to hosts, or asks for other tools, once its files are approved.
 */
export const isDescribedOtherwise = (
  record: ApprovalRecord | null,
  entry: SkillEntry,
): record is ApprovalRecord =>
  record?.decision === 'approved' && metadataChanges(record, entry).length > 0;
