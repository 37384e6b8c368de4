import type { ApprovalRecord, BoundResource } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SetChanges, Standing } from '../../../shared/model/standing.ts';
import { setChanges } from './changes.ts';
import { setDigest } from './set-digest.ts';

/** What a managed policy says of a skill. It can only narrow: there is no verdict that allows. */
export interface PolicyVerdict {
  readonly verdict: 'blocked';
  /** Names the rule, for the person. */
  readonly rule: string;
}

export interface DecideInput {
  /** The entry is refused, or a read failed verification and no fresh entry has cleared it. */
  readonly problem: Problem | null;
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The set served now; null when it cannot be bound. */
  readonly resources: readonly BoundResource[] | null;
  /**
   * The content is announced as another than was approved and has not been read: all that is known
   * of the change.
   */
  readonly unread?: SetChanges | null;
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

/**
 * Where a skill stands: pure, and the first that holds wins. Whatever is in doubt comes out
 * as something other than `approved`.
 */
export function decide({
  problem,
  content,
  resources,
  unread = null,
  record,
  policy,
  longestApproval,
  sessionAllowed,
  now,
  store,
}: DecideInput): Standing {
  // 0. Without the records nothing can be told, and nobody may be told yes.
  if (store.status === 'unreadable') return { kind: 'cannot-tell', reason: store.reason };
  // 1. What breaks the specification or failed verification cannot be approved.
  if (problem !== null) return { kind: 'refused', problem };
  // 2. Policy narrows.
  if (policy !== null) return { kind: 'blocked', rule: policy.rule };
  if (record !== null) {
    // 3. A denial holds for the skill, whatever it serves and however old it is.
    if (record.decision !== 'approved')
      return { kind: 'denied', at: record.decidedAt, note: record.note };
    // 4. "Content-bound approval": another set revokes the approval.
    if (!bindsTo(record, resources))
      return {
        kind: 'changed',
        changes: unread ?? setChanges(record.resources, resources ?? []),
        approvedAt: record.decidedAt,
      };
    // 5. and 6.
    const expiresAt = expiryOf(record, longestApproval ?? null);
    return expired(expiresAt, now)
      ? { kind: 'expired', at: expiresAt ?? record.decidedAt }
      : { kind: 'approved', at: record.decidedAt, expiresAt };
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

/** An expiry that cannot be read as a time has passed. */
function expired(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && !(Date.parse(expiresAt) > now);
}

/** Whether the record approves exactly this set. */
function bindsTo(record: ApprovalRecord, resources: readonly BoundResource[] | null): boolean {
  if (resources === null || resources.length === 0 || resources.length !== record.resources.length)
    return false;
  const approved = new Map(record.resources.map(({ uri, digest }) => [uri, digest]));
  // Taken out once met, so that one file listed twice cannot stand in for another.
  if (!resources.every(({ uri, digest }) => approved.get(uri) === digest && approved.delete(uri)))
    return false;
  return record.setDigest === digestOf(record);
}

const digests = new WeakMap<ApprovalRecord, string>();

/**
 * Computed from the record's own pairs: a hand-edited record that contradicts itself binds to
 * nothing.
 */
function digestOf(record: ApprovalRecord): string {
  const known = digests.get(record);
  if (known !== undefined) return known;
  const digest = setDigest(record.resources);
  digests.set(record, digest);
  return digest;
}
