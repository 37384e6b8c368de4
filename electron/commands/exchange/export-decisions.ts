import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { decide, expiryOf } from '../../core/decisions/decide.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { longestApproval, policyVerdict } from '../../core/policy/judge.ts';
import type { PolicyInForce } from '../../core/policy/policy.ts';

/** One decision with where it stands by itself, whatever its server serves now. */
export interface Exported {
  readonly record: ApprovalRecord;
  readonly standing: 'approved' | 'denied' | 'expired' | 'blocked' | 'void';
}

/**
 * In the order of server, then URI, under the managed policy; `void` is an approval that
 * contradicts itself and counts for nothing. `now` is in ms.
 */
export function exported(
  records: readonly ApprovalRecord[],
  policy: PolicyInForce,
  now: number,
): Exported[] {
  const sorted = [...records].sort(
    (a, b) =>
      compare(identityKey(a.server.identity), identityKey(b.server.identity)) ||
      compare(a.uri, b.uri),
  );
  const longest = longestApproval(policy);
  return sorted.map((record) => {
    const verdict = policyVerdict(policy, {
      identity: record.server.identity,
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

/** A server's identity on one line. */
export function identityText({ server: { identity } }: ApprovalRecord): string {
  return identity.kind === 'http' ? identity.url : [identity.command, ...identity.args].join(' ');
}

/** By code units: the same everywhere, whatever the person's language. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
