import { identityPin } from '../../core/decisions/identity.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import { needsReadAll } from '../../core/skill-state/skill.ts';
import { boundResources, policyOn, setDigestOf } from '../../core/skill-state/standing.ts';
import { approvalRefusal } from '../../core/policy/judge.ts';
import { toolsOf } from '../../core/requests.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { countsInWords } from '../../../shared/model/risk.ts';
import type { DecideOutcome, DecisionItem } from '../../../shared/contract.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { findingsToKeep, riskAt } from '../findings/findings.ts';
import { approvalsOf } from '../ports/decisions.ts';
import type { DecisionContext } from '../contexts.ts';
import { coverageOf, type SkillDecision } from './record-change.ts';

type Objection = readonly [Exclude<DecideOutcome['outcome'], 'done'>, string];

/**
 * Why the decision cannot be made about what is held now; null when it can. `isTogether`: it is
 * one of several that are decided at once.
 */
export function objectionTo(
  parts: DecisionContext,
  skill: CatalogueSkill,
  item: DecisionItem,
  decision: SkillDecision,
  isTogether = false,
): Objection | null {
  const { state } = approvalsOf(parts.approvals, skill.server.identity);
  if (state.status !== 'ready') return ['store-unreadable', state.message];
  if (skill.server.identity === null)
    return ['refused', 'This server has no usable configuration.'];
  // The attacker is whoever got the label since: nobody saw anything of that server.
  if (item.identity !== identityPin(skill.server.identity))
    return ['stale', 'This label now belongs to a different server. Review what it serves.'];
  const { record } = skill;
  if (decision.action !== 'session' && item.replaces !== (record?.id ?? null))
    return ['replaced', replacedWords(record)];
  if (decision.action === 'revoke')
    return record === null && !skill.held.sessionAllowed
      ? ['nothing-to-revoke', 'There’s no decision to revoke.']
      : null;
  if (item.setDigest !== setDigestOf(skill.entry))
    return ['stale', 'The skill changed while you were reviewing it. Review it again.'];
  // The same files under another description, or with other tools: not what was on screen.
  if (item.metadataDigest !== metadataDigestOf(skill.entry))
    return ['stale', 'Its description changed while you were reviewing it. Review it again.'];
  switch (decision.action) {
    case 'deny':
      return null;
    case 'session':
      return toSession(parts, skill) ?? toRisk(skill, item, isTogether);
    case 'approve':
      return toApproval(parts, skill, item, decision.expiresAt) ?? toRisk(skill, item, isTogether);
  }
}

/** Another window or program decided since the page was shown: a second, explicit yes is needed. */
export function replacedWords(record: ApprovalRecord | null): string {
  const what = record === null ? 'Its decision was undone' : `It was ${record.decision}`;
  return `${what} a moment ago in another window or program. Review it again.`;
}

/** Asked without the record: what an older approval lacks can be made good by a new one. */
function byPolicy(
  { policy }: DecisionContext,
  { entry, server }: CatalogueSkill,
): Objection | null {
  const verdict = policyOn(entry, server, policy.current, null);
  return verdict === null ? null : ['refused', `Policy: ${verdict.rule}`];
}

function toSession(parts: DecisionContext, skill: CatalogueSkill): Objection | null {
  const { standing } = skill;
  // Else it would be allowed as soon as the refusal is lifted, with nobody asked again.
  if (standing.kind === 'refused') return ['refused', standing.problem.message];
  if (skill.entry.files.kind !== 'dynamic')
    return [
      'refused',
      'Only dynamic content can be allowed for a session. Approve this skill instead.',
    ];
  return byPolicy(parts, skill);
}

function toApproval(
  parts: DecisionContext,
  skill: CatalogueSkill,
  item: DecisionItem,
  expiresAt: string | null,
): Objection | null {
  const { entry, standing, held } = skill;
  if (standing.kind === 'refused') return ['refused', standing.problem.message];
  const barred = byPolicy(parts, skill);
  if (barred !== null) return barred;
  if (needsReadAll(held))
    return [
      'read-first',
      'The server doesn’t publish a digest for every file, so load all files before you approve.',
    ];
  if (boundResources(entry) === null)
    return [
      'dynamic',
      'This content changes on every read, so it can’t be approved. ' +
        'You can allow it for this session.',
    ];
  const tools = new Set(toolsOf(entry.frontmatter));
  const extra = item.grants.find((tool) => !tools.has(tool));
  if (extra !== undefined)
    return ['grant-not-requested', `The skill doesn’t request the tool ${JSON.stringify(extra)}.`];
  if (expiresAt !== null && !(Date.parse(expiresAt) > parts.clock.now()))
    return ['refused', 'That end date has passed. Choose a later one.'];
  const lookingAt = parts.inspections.lookingAt({ server: skill.server.label, uri: skill.uri });
  // The attacker makes the rules slow, so that the yes comes before they say what they found.
  if (lookingAt.size > 0) return ['stale', lookingWords];
  const objection = approvalRefusal(parts.policy.current, {
    coverage: coverageOf(skill, item),
    grants: item.grants,
    findings: findingsToKeep(skill, lookingAt),
    expiresAt,
    now: parts.clock.now(),
  });
  return objection === null ? null : ['refused', `Policy: ${objection}`];
}

/**
 * High and critical findings are accepted one skill at a time, and exactly as they were shown. The
 * attacker hides one bad skill among many harmless ones that are approved together.
 */
function toRisk(
  skill: CatalogueSkill,
  { acceptedRisk }: DecisionItem,
  isTogether: boolean,
): Objection | null {
  const risk = riskAt(skill);
  const { digest } = risk;
  if (digest === null) return null;
  const found = `Findings: ${countsInWords(risk)}`;
  if (isTogether) return ['risk', `${found}. Open it and decide about it on its own.`];
  if (acceptedRisk === undefined) return ['risk', `${found}. Review them before you decide.`];
  return acceptedRisk === digest
    ? null
    : ['risk', 'Its findings changed while you were reviewing them. Review them again.'];
}

export const lookingWords = 'Its files are still being inspected. Try again in a moment.';
