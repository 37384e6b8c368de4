import { identityKey, sameIdentity } from '../../../core/decisions/identity.ts';
import type { Bundle } from '../../../core/exchange/bundle.ts';
import { approvalRefusal, policyVerdict } from '../../../core/policy/judge.ts';
import { targetOf } from '../../../core/policy/target.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { Parts } from '../../parts.ts';

export type BundleParts = Pick<
  Parts,
  'catalogue' | 'approvals' | 'publish' | 'policy' | 'keys' | 'clock' | 'ids' | 'actor'
>;

/** Bundles that were shown and not applied yet, the newest last. */
export type PendingBundles = Map<
  string,
  { readonly bundle: Bundle; readonly mine: ReadonlyMap<string, string | null> }
>;

/** What the managed policy has against importing this record. */
export function objectionTo(parts: BundleParts, record: ApprovalRecord): string | null {
  if (record.decision === 'denied') return null;
  const { current } = parts.policy;
  const { identity } = record.server;
  const configured = [...parts.catalogue.servers.values()].find(
    (server) => server.identity !== null && sameIdentity(server.identity, identity),
  )?.configured.config;
  const verdict = policyVerdict(current, {
    identity,
    target: configured?.ok === true ? targetOf(configured.value) : null,
    uri: record.uri,
    content: 'listed',
    record: null,
  });
  if (verdict !== null) return verdict.rule;
  const now = Math.min(parts.clock.now(), Date.parse(record.decidedAt));
  return approvalRefusal(current, {
    // What was on a colleague's screen was not on this one.
    coverage: { ...record.coverage, shown: 0 },
    grants: [],
    expiresAt: record.expiresAt,
    now,
  });
}

/** Labels of the configured servers; of several with one identity the first. */
export function labelsByIdentity(parts: BundleParts): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { identity, label } of parts.catalogue.servers.values()) {
    if (identity !== null && !labels.has(identityKey(identity)))
      labels.set(identityKey(identity), label);
  }
  return labels;
}

export const keyOf = (record: ApprovalRecord): string =>
  `${identityKey(record.server.identity)}\n${record.uri}`;
