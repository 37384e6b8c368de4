import { rule } from '../../../shared/host/rule.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { isDescribedOtherwise } from '../decisions/changes.ts';
import { sha256 } from '../digest.ts';
import type { SkillState } from './skill.ts';
import { servedBy } from './standing.ts';

/**
 * Whether something other than the approved content is seen for the first time, which ends the
 * approval even if the old content returns ("MUST treat the prior approval as revoked"). That
 * includes the same set with a changed description, because apps compare only the set and rely on
 * this record. Unknown files don't count, so a server that pauses publishing digests ends nothing;
 * a file read meanwhile that differs does.
 */
export function lapses(
  held: SkillState,
  entry: SkillEntry,
  record: ApprovalRecord | null,
): record is ApprovalRecord {
  if (record?.decision !== 'approved' || record.lapsed !== null) return false;
  const served = servedBy(held, entry);
  if (hasSeenOther(held, record)) return true;
  const isKnown = served.resources !== null || served.archive != null;
  if (!isKnown) return false;
  // The end of an approval doesn't change the set.
  return (
    isDescribedOtherwise(record, entry) ||
    rule(sha256, record, served, 0, null).standing === 'changed'
  );
}

const hasSeenOther = ({ observed }: SkillState, { resources }: ApprovalRecord): boolean =>
  resources.some(({ uri, digest }) => (observed.get(uri)?.digest ?? digest) !== digest);
