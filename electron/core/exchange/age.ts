import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { DecisionBundle } from './bundle.ts';
import type { NewestBundle } from './newest.ts';

/**
 * Whether importing a decision would replace a newer one with an older one. The attacker has a
 * bundle that a trusted key once signed: replayed, it must not turn a newer denial back into an
 * approval or restore what was revoked or is no longer valid, since the signer hadn't seen that.
 * Sequence and time are signed.
 */
export function isOlder(
  bundle: Pick<DecisionBundle, 'sequence' | 'createdAt'>,
  theirs: Pick<ApprovalRecord, 'decidedAt'>,
  mine: Pick<ApprovalRecord, 'decidedAt' | 'lapsed'> | null,
  newest: NewestBundle | null,
): boolean {
  const made = Date.parse(bundle.createdAt);
  if (newest !== null && (bundle.sequence < newest.sequence || made < Date.parse(newest.createdAt)))
    return true;
  if (mine === null) return false;
  const known = Date.parse(mine.lapsed?.at ?? mine.decidedAt);
  return made < known || Date.parse(theirs.decidedAt) < known;
}
