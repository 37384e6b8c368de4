import { rule, type ServedSet } from '../../../shared/host/rule.ts';
import type { ApprovalRecord, Failure } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SetChanges, SkillStatus } from '../../../shared/model/standing.ts';
import { sha256 } from '../digest.ts';
import { failureProblem } from './failure.ts';

/** What a managed policy says of a skill. It can only narrow: there is no verdict that allows. */
export interface PolicyVerdict {
  readonly verdict: 'blocked';
  /** Names the rule, for the person. */
  readonly rule: string;
}

export interface DecideInput {
  /** The entry is refused, or a read failed verification and no fresh entry has cleared it. */
  readonly problem: Problem | null;
  /** Failed verifications that the file of decisions keeps and that count for this skill. */
  readonly failures?: readonly Failure[];
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The set served now; null when not all of it is known. */
  readonly resources: readonly { readonly uri: string; readonly digest: string }[] | null;
  /** The entry says something else of the skill than when it was approved. */
  readonly metadataChanged?: boolean;
  /** The archive that the entry names, while it has not been unpacked. */
  readonly archive?: ServedSet['archive'];
  /** The live record of this exact identity and URI. */
  readonly record: ApprovalRecord | null;
  readonly policy: PolicyVerdict | null;
  /** Longest life of an approval under the policy, ms; null or absent for no bound. */
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
 * Where a skill stands: pure, and the first that holds wins. Whatever is in doubt comes out
 * as something other than `approved`.
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
  // 0. Without the records nothing can be told, and nobody may be told yes.
  if (store.status === 'unreadable') return { kind: 'cannot-tell', reason: store.reason };
  // 1. What breaks the specification or failed verification cannot be approved.
  if (problem !== null) return { kind: 'refused', problem };
  const [failure] = failures;
  if (failure !== undefined) return { kind: 'refused', problem: failureProblem(failure) };
  // 2. Policy narrows.
  if (policy !== null) return { kind: 'blocked', rule: policy.rule };
  if (record !== null) {
    // 3. to 6. are the rule that every program shares.
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
  // 7. Dynamic content cannot be bound; it is allowed for the session only.
  if (content === 'dynamic' && sessionAllowed) return { kind: 'session' };
  // 8.
  return { kind: 'undecided' };
}

/**
 * When an approval ends (ISO 8601) under a policy's longest life in ms; null for never. Policy only
 * brings it forward.
 */
export function expiryOf(
  record: Pick<ApprovalRecord, 'decidedAt' | 'expiresAt'>,
  longest: number | null,
): string | null {
  if (longest === null) return record.expiresAt;
  const latest = Date.parse(record.decidedAt) + longest;
  // A bound beyond what a date can hold bounds nothing.
  if (!(latest < 8.64e15)) return record.expiresAt;
  return record.expiresAt !== null && !(Date.parse(record.expiresAt) > latest)
    ? record.expiresAt
    : new Date(latest).toISOString();
}
