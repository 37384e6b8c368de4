import { approvalWords, displayOf } from '../../core/decisions/display.ts';
import { approvalRecord } from '../../core/decisions/record.ts';
import { boundResources, setDigestOf } from '../../core/skill-state/standing.ts';
import type { DecisionItem } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { checkedOf } from '../catalogue/views.ts';
import { findingsToKeep } from '../findings/findings.ts';
import type { DecisionContext } from '../contexts.ts';
import type { AuditEntry, RecordChange } from '../ports/decisions.ts';
import type { SkillDecision } from './undo-history.ts';

export type { SkillDecision } from './undo-history.ts';

type Kept = Exclude<SkillDecision, { action: 'session' }>;

/** The decision to write, with its line of the audit. */
export function changeFor(
  { ids, actor, clock, inspections }: DecisionContext,
  skill: CatalogueSkill,
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
    coverage: coverageOf(skill, item),
    findings: findingsToKeep(skill, inspections.lookingAt({ server: label, uri })),
    actor,
    now: clock.now(),
    expiresAt: approves ? decision.expiresAt : null,
    note: decision.note,
    supersedes: item.replaces,
    ...(approves ? vouching(skill) : {}),
  });
  return { kind: 'put', record, audit: { ...about, ...auditOf(record, before) } };
}

/** How many of its files matched, and were shown, when the person decides. */
export function coverageOf(skill: CatalogueSkill, item: DecisionItem): ApprovalRecord['coverage'] {
  const { verified, total } = checkedOf(skill);
  return { verified, shown: Math.min(item.shown ?? 0, total), total };
}

/** What vouches for the digests, where it is no manifest of the server's. */
function vouching({
  held: { reading, listed },
}: CatalogueSkill): Partial<Pick<Parameters<typeof approvalRecord>[0], 'integrity' | 'archive'>> {
  if (reading === null) return {};
  const [archive] = listed.archives;
  const { integrity } = reading;
  return archive?.digest === undefined
    ? { integrity }
    : { integrity, archive: { url: archive.url, digest: archive.digest } };
}

function auditOf(
  record: ApprovalRecord,
  before: ApprovalRecord | null,
): Pick<AuditEntry, 'action' | 'detail'> {
  if (record.decision === 'denied') return { action: 'denied', detail: record.note };
  const stood =
    before?.decision === 'approved' &&
    before.lapsed === null &&
    before.setDigest === record.setDigest;
  return {
    action: stood && !sameGrants(before, record) ? 'grant-changed' : 'approved',
    detail: approvalWords(record, before),
  };
}

const sameGrants = ({ grants: a }: ApprovalRecord, { grants: b }: ApprovalRecord): boolean =>
  a.allowedTools.length === b.allowedTools.length &&
  a.allowedTools.every((tool) => b.allowedTools.includes(tool));
