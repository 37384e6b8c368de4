import {
  brokenLimits,
  endsTooLate,
  type LimitedApproval,
} from '../../../shared/model/approval-limits.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { keptOf, type KeptFindings } from '../../../shared/model/kept-findings.ts';
import type { PolicyVerdict } from '../decisions/record.ts';
import { identityKey } from '../decisions/identity.ts';
import { brokenFindingLimits } from './finding-limits.ts';
import type { ManagedPolicy, PolicyInForce, PolicyRule, ServerPattern } from './policy.ts';
import type { PolicyTarget } from './target.ts';
import { limitsOf, words } from './policy-text.ts';
import { allowsCommand, deniesCommand } from './command-rule.ts';
import { matchesBroadly, matchesExactly } from './pattern.ts';
import { requestedAddress, uriForms } from './uri-forms.ts';

interface PolicyQuestion {
  readonly identity: Identity | null;
  /** The server as configured; null if only a record mentions it. */
  readonly target: PolicyTarget;
  readonly uri: string;
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The current record, or null for a decision yet to be made. */
  readonly record: ApprovalRecord | null;
}

/** What the policy says about a skill; null if it has no objection. It never approves anything. */
export function policyVerdict(
  policy: PolicyInForce,
  question: PolicyQuestion,
): PolicyVerdict | null {
  if (policy.status === 'none') return null;
  if (policy.status === 'unreadable') return blocked(words.unreadable(policy.message));
  const rule = ruleAgainst(policy.policy, question);
  if (rule !== null) return blocked(rule);
  if (policy.policy.refuseDynamic && question.content === 'dynamic') return blocked(words.dynamic);
  const { record } = question;
  if (record?.decision !== 'approved') return null;
  // Decisions older than the policy count only if the policy would have allowed them.
  const { coverage, grants } = record;
  const [broken] = [
    ...brokenLimits(limitsOf(policy.policy), { coverage, grants: grants.allowedTools }),
    ...brokenFindingLimits(policy.policy.findings, keptOf(record)),
  ];
  return broken === undefined ? null : blocked(broken);
}

/** All rules that a new approval breaks, in one line; null if none. Times in ms since the epoch. */
export function approvalRefusal(
  policy: PolicyInForce,
  approval: LimitedApproval & {
    /** The findings at the decision; null if unknown. */
    readonly findings: KeptFindings | null;
    readonly expiresAt: string | null;
    readonly now: number;
  },
): string | null {
  if (policy.status === 'none') return null;
  if (policy.status === 'unreadable') return words.unreadable(policy.message);
  const limits = limitsOf(policy.policy);
  const { longestMs } = limits;
  const late = longestMs !== null && endsTooLate(limits, approval.expiresAt, approval.now);
  const broken = [
    ...brokenLimits(limits, approval),
    ...brokenFindingLimits(policy.policy.findings, approval.findings),
    ...(late ? [words.longest(longestMs)] : []),
  ];
  return broken.length === 0 ? null : broken.join('; ');
}

/** The policy's objections to approving a skill with these findings; none without a policy. */
export const findingRefusals = (
  policy: PolicyInForce,
  found: () => KeptFindings,
): readonly string[] =>
  policy.status === 'active' && policy.policy.findings !== null
    ? brokenFindingLimits(policy.policy.findings, found())
    : nothing;

/** Whether the policy depends on findings. */
export const limitsFindings = (policy: PolicyInForce): boolean =>
  policy.status === 'active' && policy.policy.findings !== null;

const nothing: readonly string[] = [];

/** Maximum lifetime of an approval in ms, or null. */
export function longestApproval(policy: PolicyInForce): number | null {
  return policy.status === 'active' ? policy.policy.longestExpiryMs : null;
}

/** Whether a gateway hides tools that give skills; also true if the policy can't be read. */
export function hidesSkillTools(policy: PolicyInForce): boolean {
  return (
    policy.status === 'unreadable' || (policy.status === 'active' && policy.policy.hideSkillTools)
  );
}

/**
 * Cached by policy, server and URI: the status of ten thousand skills is requested again and again.
 */
const answers = new WeakMap<ManagedPolicy, Map<string, string | null>>();
const mostAnswers = 200_000;

function ruleAgainst(policy: ManagedPolicy, question: PolicyQuestion): string | null {
  const { identity, target, uri } = question;
  if (policy.rules.length === 0) return null;
  let known = answers.get(policy);
  if (known === undefined || known.size >= mostAnswers) answers.set(policy, (known = new Map()));
  const who = identity === null ? '' : identityKey(identity);
  const key = `${JSON.stringify(target)} ${who}\n${uri}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = firstAgainst(policy.rules, question);
  known.set(key, answer);
  return answer;
}

/** Deny wins over allow; once anything is explicitly allowed, everything else is blocked. */
function firstAgainst(rules: readonly PolicyRule[], question: PolicyQuestion): string | null {
  const { decision, rule } = decidingRule(rules, question);
  return decision === 'denied' ? rule.name : decision === 'not-allowed' ? words.notAllowed : null;
}

/** Which rule decides, and how; `open`: no allow rule exists and no deny rule matches. */
export type RuleDecision =
  | { readonly decision: 'denied' | 'allowed'; readonly rule: PolicyRule }
  | { readonly decision: 'not-allowed' | 'open'; readonly rule: null };

export function decidingRule(rules: readonly PolicyRule[], subject: RuleSubject): RuleDecision {
  const first = (effect: PolicyRule['effect']): PolicyRule | undefined =>
    rules.find((rule) => rule.effect === effect && coversSubject(rule, subject));
  const denying = first('deny');
  if (denying !== undefined) return { decision: 'denied', rule: denying };
  if (!rules.some(({ effect }) => effect === 'allow')) return { decision: 'open', rule: null };
  const allowing = first('allow');
  return allowing === undefined
    ? { decision: 'not-allowed', rule: null }
    : { decision: 'allowed', rule: allowing };
}

const blocked = (rule: string): PolicyVerdict => ({ verdict: 'blocked', rule });

/** What rules are matched against. */
interface RuleSubject {
  readonly identity: Identity | null;
  /** The server as configured; null if only a record mentions it. */
  readonly target: PolicyTarget;
  /** The URI of the skill's SKILL.md; null for the server with all its skills. */
  readonly uri: string | null;
}

/**
 * Whether a rule covers a skill of a server. Every policy match goes through here, on parsed input:
 * an allow rule must match exactly, a deny rule in any spelling that leads to the same server or
 * skill.
 */
function coversSubject(rule: PolicyRule, { identity, target, uri }: RuleSubject): boolean {
  const isDeny = rule.effect === 'deny';
  if (
    rule.server !== null &&
    (identity === null || !isServer(rule.server, identity, target, isDeny))
  )
    return false;
  if (rule.uri === null) return true;
  if (uri === null) return false;
  return isDeny ? matchesBroadly(rule.uri, uri, uriForms) : matchesExactly(rule.uri, uri);
}

/** Whether a rule is about a server, regardless of the skills it names. */
export const coversServer = (rule: PolicyRule, subject: RuleSubject): boolean =>
  coversSubject({ ...rule, uri: null }, subject);

function isServer(
  server: ServerPattern,
  identity: Identity,
  target: PolicyTarget,
  isDeny: boolean,
): boolean {
  switch (server.kind) {
    case 'url': {
      if (identity.kind !== 'http') return false;
      // A record doesn't say which query was used, and an allow rule may name one.
      if (target === null && identity.query !== undefined && !isDeny) return false;
      const url = target?.kind === 'url' ? target.url : identity.url;
      if (isDeny) return matchesBroadly(server.url, url, uriForms);
      const requested = requestedAddress(url);
      return requested !== null && matchesExactly(server.url, requested);
    }
    case 'fingerprint':
      return identity.kind === 'stdio' && identity.fingerprint === server.fingerprint;
    case 'command':
      if (identity.kind !== 'stdio') return false;
      // The command of an unconfigured server is unknown: nothing allows it, and any rule that
      // denies a command denies it.
      if (target?.kind !== 'command') return isDeny;
      return isDeny ? deniesCommand(server, target) : allowsCommand(server, target);
  }
}
