import type { Answer, Identity, Query } from '../../../shared/host/index.ts';
import { expiryOf } from '../../core/decisions/record.ts';
import { longestApproval, policyVerdict } from '../../core/policy/judge.ts';
import type { PolicyTarget } from '../../core/policy/target.ts';
import { loadPolicy } from '../../storage/policy.ts';
import type { PolicyPlace } from '../../storage/policy-path.ts';

export interface PolicyAnswer {
  readonly standing: Answer['standing'];
  /** The rule that blocks the skill. */
  readonly rule?: string;
  /** When the approval ends under the policy, ISO 8601; null for never. */
  readonly expiresAt?: string | null;
}

/**
 * Applies the managed policy to an answer: it can restrict it, never extend it. Loaded only on
 * machines that have a policy. `now` in ms.
 */
export async function underPolicy(
  place: PolicyPlace,
  answer: Answer,
  asked: {
    readonly identity: Identity;
    /** The server's configuration; null if only its identity was given. */
    readonly target: PolicyTarget;
    readonly uri: string;
    readonly resources: Query['resources'];
    readonly now: number;
  },
): Promise<PolicyAnswer> {
  const { standing } = answer;
  // The records can't be read, which takes precedence over any rule.
  if (standing === 'cannot-tell') return { standing };
  const policy = await loadPolicy(place);
  const record = answer.record ?? null;
  const { identity, target, uri, resources, now } = asked;
  const content = resources === null ? 'unknown' : resources === 'dynamic' ? 'dynamic' : 'listed';
  const verdict = policyVerdict(policy, {
    identity,
    target,
    uri,
    content,
    record,
  });
  if (verdict !== null) return { standing: 'blocked', rule: verdict.rule };
  if (record === null || (standing !== 'approved' && standing !== 'expired')) return { standing };
  const expiresAt = expiryOf(record, longestApproval(policy));
  return {
    standing: expiresAt !== null && !(Date.parse(expiresAt) > now) ? 'expired' : 'approved',
    expiresAt,
  };
}
