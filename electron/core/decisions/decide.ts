import { rule, type ServedSet } from '../../../shared/host/rule.ts';
import type { ApprovalRecord, Failure } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SetChanges, SkillStatus } from '../../../shared/model/standing.ts';
import { sha256 } from '../digest.ts';
import { failureProblem } from './failure.ts';

/** What a managed policy says about a skill. It can only restrict: no verdict allows. */
export interface PolicyVerdict {
  readonly verdict: 'blocked';
  /** Names the rule for the person. */
  readonly rule: string;
}

export interface DecideInput {
  /** The entry was refused, or a read failed verification and no fresh entry has cleared it. */
  readonly problem: Problem | null;
  /** Failed verifications in the decisions file that apply to this skill. */
  readonly failures?: readonly Failure[];
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The set served now; null if any of it is unknown. */
  readonly resources: readonly { readonly uri: string; readonly digest: string }[] | null;
  /** The entry describes the skill differently than at approval. */
  readonly metadataChanged?: boolean;
  /** The archive that the entry names, until it is unpacked. */
  readonly archive?: ServedSet['archive'];
  /** The current record for exactly this identity and URI. */
  readonly record: ApprovalRecord | null;
  readonly policy: PolicyVerdict | null;
  /** The policy's maximum approval lifetime in ms; null or absent if unlimited. */
  readonly longestApproval?: number | null;
  /** A person allowed this dynamic skill until the app closes. */
  readonly sessionAllowed: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly store:
    { readonly status: 'ready' } | { readonly status: 'unreadable'; readonly reason: string };
}

const sameFiles: SetChanges = { added: [], removed: [], modified: [] };
const notRead = 'the server publishes no digests, and its files haven’t been read';

/**
 * A skill's status: a pure function in which the first match wins. Anything in doubt is never
 * `approved`.
 */
export function decide({
  problem,
  failures = [],
  content,
  resources,
  archive = null,
  metadataChanged = false,
  record,
  policy,
  longestApproval,
  sessionAllowed,
  now,
  store,
}: DecideInput): SkillStatus {
  // 0. Without the records nothing is known, so the answer is never yes.
  if (store.status === 'unreadable') return { kind: 'cannot-tell', reason: store.reason };
  // 1. An entry that breaks the specification or failed verification can't be approved.
  if (problem !== null) return { kind: 'refused', problem };
  const [failure] = failures;
  if (failure !== undefined) return { kind: 'refused', problem: failureProblem(failure) };
  // 2. Policy restricts.
  if (policy !== null) return { kind: 'blocked', rule: policy.rule };
  if (record !== null) {
    // 3 to 6 are the rule that every program shares.
    const endsAt = expiryOf(record, longestApproval ?? null);
    const served = { resources: content === 'dynamic' ? content : resources, archive } as const;
    const ruling = rule(sha256, record, served, now, endsAt);
    const at = record.decidedAt;
    const changed = (changes: SetChanges): SkillStatus => ({
      kind: 'changed',
      changes,
      metadata: metadataChanged,
      approvedAt: at,
    });
    switch (ruling.standing) {
      case 'denied':
        return { kind: 'denied', at, note: record.note };
      case 'changed':
        return changed(ruling.changes);
      case 'cannot-tell':
        return { kind: 'cannot-tell', reason: notRead };
      case 'expired':
        return metadataChanged ? changed(sameFiles) : { kind: 'expired', at: endsAt ?? at };
      case 'approved':
        return metadataChanged ? changed(sameFiles) : { kind: 'approved', at, expiresAt: endsAt };
    }
  }
  // 7. Dynamic content can't be bound, so it's allowed for the session only.
  if (content === 'dynamic' && sessionAllowed) return { kind: 'session' };
  // 8.
  return { kind: 'undecided' };
}

/**
 * When an approval ends (ISO 8601) under a policy's maximum lifetime in ms; null for never. A
 * policy can only bring the end forward.
 */
export function expiryOf(
  record: Pick<ApprovalRecord, 'decidedAt' | 'expiresAt'>,
  longest: number | null,
): string | null {
  if (longest === null) return record.expiresAt;
  const latest = Date.parse(record.decidedAt) + longest;
  // A limit beyond the range of dates limits nothing.
  if (!(latest < 8.64e15)) return record.expiresAt;
  return record.expiresAt !== null && !(Date.parse(record.expiresAt) > latest)
    ? record.expiresAt
    : new Date(latest).toISOString();
}
