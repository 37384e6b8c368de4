import { displayOf } from '../../core/decisions/display.ts';
import { approvalRecord } from '../../core/decisions/record.ts';
import { boundResources, setDigestOf } from '../../core/held/standing.ts';
import type { DecisionItem } from '../../../shared/contract.ts';
import type { Skill } from '../catalogue/server.ts';
import { checkedOf } from '../catalogue/views.ts';
import type { Parts } from '../parts.ts';
import type { AuditEntry, RecordChange } from '../ports.ts';

export type Decision =
  | { readonly action: 'approve'; readonly note: string; readonly expiresAt: string | null }
  | { readonly action: 'deny'; readonly note: string }
  | { readonly action: 'revoke' }
  | { readonly action: 'session' };

type Kept = Exclude<Decision, { action: 'session' }>;

/** The decision as it is written, with its line of the audit. */
export function changeFor(
  { ids, actor, clock }: Pick<Parts, 'ids' | 'actor' | 'clock'>,
  skill: Skill,
  item: DecisionItem,
  decision: Kept,
): RecordChange {
  const { server, uri, entry, record: before } = skill;
  const { identity, label } = server;
  if (identity === null) throw new Error('a decision without an identity passed its check');
  const setDigest = setDigestOf(entry);
  const about = { server: label, uri, setDigest };
  if (decision.action === 'revoke')
    return {
      kind: 'remove',
      identity,
      uri,
      replaces: before?.id ?? '',
      audit: { ...about, setDigest: before?.setDigest ?? setDigest, action: 'revoked', detail: '' },
    };
  const approves = decision.action === 'approve';
  const checked = checkedOf(skill);
  const record = approvalRecord({
    id: ids.next(),
    label,
    identity,
    display: server.configured.config.ok ? displayOf(server.configured.config.value) : '',
    entry,
    resources: boundResources(entry) ?? [],
    setDigest,
    decision: approves ? 'approved' : 'denied',
    allowedTools: approves ? item.grants : [],
    coverage: {
      verified: checked.verified,
      shown: Math.min(item.shown ?? 0, checked.total),
      total: checked.total,
    },
    actor,
    now: clock.now(),
    expiresAt: approves ? decision.expiresAt : null,
    note: decision.note,
    supersedes: item.replaces,
    ...(approves ? vouching(skill) : {}),
  });
  return { kind: 'put', record, audit: { ...about, ...auditOf(skill, item, decision) } };
}

/** What vouches for the digests, where it is no manifest of the server's. */
function vouching({
  held: { reading, listed },
}: Skill): Partial<Pick<Parameters<typeof approvalRecord>[0], 'integrity' | 'archive'>> {
  if (reading === null) return {};
  const [archive] = listed.archives;
  const { integrity } = reading;
  return archive?.digest === undefined
    ? { integrity }
    : { integrity, archive: { url: archive.url, digest: archive.digest } };
}

function auditOf(
  { record: before, entry }: Skill,
  { grants }: DecisionItem,
  decision: Exclude<Kept, { action: 'revoke' }>,
): Pick<AuditEntry, 'action' | 'detail'> {
  if (decision.action === 'deny') return { action: 'denied', detail: decision.note };
  const again = before?.decision === 'approved' && before.setDigest === setDigestOf(entry);
  return {
    action: again ? 'grant-changed' : 'approved',
    detail: grants.length > 0 ? `grants ${grants.join(', ')}` : decision.note,
  };
}
