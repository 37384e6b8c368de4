import { identityKey, sameIdentity } from '../../../core/decisions/identity.ts';
import { approvalRefusal, policyVerdict } from '../../../core/policy/judge.ts';
import { targetOf } from '../../../core/policy/target.ts';
import { importedFindings } from '../../../core/exchange/imported-decisions.ts';
import { setDigestOf } from '../../../core/skill-state/standing.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { KeptFindings } from '../../../../shared/model/kept-findings.ts';
import type { CatalogueSkill } from '../../catalogue/server.ts';
import { findingsToKeep } from '../../findings/findings.ts';
import type { DecisionContext, SkillContext } from '../../contexts.ts';

/** The skills here that have the very set that the record is about. */
export const heldHere = ({ catalogue }: SkillContext, record: ApprovalRecord): CatalogueSkill[] =>
  [...catalogue.servers.values()].flatMap(({ identity, skills }) => {
    const skill = skills.get(record.uri);
    const isIt =
      identity !== null &&
      sameIdentity(identity, record.server.identity) &&
      skill !== undefined &&
      setDigestOf(skill.entry) === record.setDigest;
    return isIt ? [skill] : [];
  });

/** What the record is judged by, and would keep here. */
export const findingsOfImport = (
  parts: DecisionContext,
  record: ApprovalRecord,
): KeptFindings | null =>
  importedFindings(
    record,
    heldHere(parts, record).map((skill) =>
      findingsToKeep(
        skill,
        parts.inspections.lookingAt({ server: skill.server.label, uri: skill.uri }),
      ),
    ),
  );

/** What the managed policy has against importing this record. */
export function objectionTo(parts: DecisionContext, record: ApprovalRecord): string | null {
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
    get findings() {
      return findingsOfImport(parts, record);
    },
    expiresAt: record.expiresAt,
    now,
  });
}

/** Labels of the configured servers; of several with one identity the first. */
export function labelsByIdentity(parts: DecisionContext): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { identity, label } of parts.catalogue.servers.values()) {
    if (identity !== null && !labels.has(identityKey(identity)))
      labels.set(identityKey(identity), label);
  }
  return labels;
}

export const makeRecordKey = (record: ApprovalRecord): string =>
  `${identityKey(record.server.identity)}\n${record.uri}`;
