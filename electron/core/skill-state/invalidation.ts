import { rule } from '../../../shared/host/rule.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { isDescribedOtherwise } from '../decisions/changes.ts';
import { sha256 } from '../digest.ts';
import type { SkillState } from './skill.ts';
import { servedBy } from './standing.ts';

/**
 * Whether something else than what was approved is seen here for the first time: the approval is
 * over, also when the old content comes back ("MUST treat the prior approval as revoked"). Another
 * set is that, and the same set under other words: hosts ask about the set alone, and learn of it
 * from the file. A skill that is refused or blocked at the moment lapses just the same. Files that
 * are not known are no other set: a server that stops publishing digests for a while ends nothing.
 * But a file that was read meanwhile, and is another one than was approved, does.
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
  // The end of an approval is no change of the set.
  return (
    isDescribedOtherwise(record, entry) ||
    rule(sha256, record, served, 0, null).standing === 'changed'
  );
}

const hasSeenOther = ({ observed }: SkillState, { resources }: ApprovalRecord): boolean =>
  resources.some(({ uri, digest }) => (observed.get(uri)?.digest ?? digest) !== digest);
