import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { decide, expiryOf } from '../../core/decisions/record.ts';
import { identityWords } from '../../core/decisions/display.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { longestApproval, policyVerdict } from '../../core/policy/judge.ts';
import type { PolicyInForce } from '../../core/policy/policy.ts';
import type { PolicyTarget } from '../../core/policy/target.ts';

/** A decision with its own status, regardless of what its server serves now. */
export interface ExportedDecision {
  readonly record: ApprovalRecord;
  readonly standing: 'approved' | 'denied' | 'expired' | 'blocked' | 'void';
}

/**
 * Sorts by server, then URI, and applies the managed policy. `void` is an approval that contradicts
 * itself or is no longer valid, and counts for nothing. `now` is in ms; `targetFor` returns a
 * server's configuration.
 */
export function exported(
  records: readonly ApprovalRecord[],
  policy: PolicyInForce,
  now: number,
  targetFor: (identity: Identity) => PolicyTarget = () => null,
): ExportedDecision[] {
  const sorted = [...records].sort(
    (a, b) =>
      compare(identityKey(a.server.identity), identityKey(b.server.identity)) ||
      compare(a.uri, b.uri),
  );
  const longest = longestApproval(policy);
  return sorted.map((record) => {
    const verdict = policyVerdict(policy, {
      identity: record.server.identity,
      target: targetFor(record.server.identity),
      uri: record.uri,
      content: 'listed',
      record,
    });
    const { kind } = decide({
      problem: null,
      content: 'listed',
      resources: record.resources,
      record,
      policy: verdict,
      longestApproval: longest,
      sessionAllowed: false,
      now,
      store: { status: 'ready' },
    });
    const known =
      kind === 'approved' || kind === 'denied' || kind === 'expired' || kind === 'blocked';
    return {
      record: { ...record, expiresAt: expiryOf(record, longest) },
      standing: known ? kind : 'void',
    };
  });
}

/** Describes a server on one line, without its secrets. */
export const identityText = ({ server }: ApprovalRecord): string => identityWords(server);

/** Compares by code units: the same everywhere, in every language. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
