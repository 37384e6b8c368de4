import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { decidingRule, policyVerdict, type RuleDecision, coversServer } from './judge.ts';
import type { ActivePolicy, ManagedPolicy } from './policy.ts';
import type { PolicyTarget } from './target.ts';

export interface ExplainedServer {
  /** The same for all its skills; `by-skill`: rules about some of its skills decide. */
  readonly decision: RuleDecision['decision'] | 'by-skill';
  /** The rule that decides; null if there is none. */
  readonly rule: string | null;
  /** Rules about some of its skills, checked for each. */
  readonly skillRules: readonly string[];
}

/** What the rules say about a server and all its skills. */
export function explainServer(
  { rules }: ManagedPolicy,
  server: { readonly identity: Identity | null; readonly target: PolicyTarget },
): ExplainedServer {
  const subject = { ...server, uri: null };
  const { decision, rule } = decidingRule(rules, subject);
  const some = rules.filter((one) => one.uri !== null && coversServer(one, subject));
  const isBySkill = decision === 'not-allowed' && some.some(({ effect }) => effect === 'allow');
  return {
    decision: isBySkill ? 'by-skill' : decision,
    rule: rule?.name ?? null,
    skillRules: decision === 'denied' ? [] : some.map(({ name }) => name),
  };
}

export interface ExplainedSkill {
  readonly decision: RuleDecision['decision'];
  readonly rule: string | null;
  /** What would block it, as text: a rule, or a requirement for every approval. */
  readonly blocked: string | null;
}

/** What a policy says about one skill, and about its decision if there is one. */
export function explainSkill(
  inForce: ActivePolicy,
  skill: {
    readonly identity: Identity | null;
    readonly target: PolicyTarget;
    readonly uri: string;
    readonly record: ApprovalRecord | null;
  },
): ExplainedSkill {
  const { decision, rule } = decidingRule(inForce.policy.rules, skill);
  const verdict = policyVerdict(inForce, { ...skill, content: 'unknown' });
  return { decision, rule: rule?.name ?? null, blocked: verdict?.rule ?? null };
}
