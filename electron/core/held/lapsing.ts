import { rule } from '../../../shared/host/rule.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { sha256 } from '../digest.ts';
import type { HeldSkill } from './skill.ts';
import { servedBy } from './standing.ts';

/**
 * Whether another set than the approved one is seen here for the first time: the approval is
 * over, also when the old content comes back ("MUST treat the prior approval as revoked"). Asked
 * of the set alone: a skill that is refused or blocked at the moment lapses just the same. Files
 * that are not known at the moment are no other set.
 */
export function lapses(
  held: HeldSkill,
  entry: SkillEntry,
  record: ApprovalRecord | null,
): record is ApprovalRecord {
  if (record?.decision !== 'approved' || record.lapsed !== null) return false;
  const served = servedBy(held, entry);
  const isKnown = served.resources !== null || served.archive != null;
  // The end of an approval is no change of the set.
  return isKnown && rule(sha256, record, served, 0, null).standing === 'changed';
}
