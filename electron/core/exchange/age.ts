import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { DecisionBundle } from './bundle.ts';
import type { NewestBundle } from './newest.ts';

/**
 * Whether taking a decision over would put an older one in the place of a newer. The attacker has
 * a bundle that a trusted key once signed, and nothing else: replayed, it must not turn a newer
 * denial back into an approval, nor bring back what was revoked or has lapsed: whoever signed it
 * had not seen what ended the approval here. Sequence and time are signed.
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
