import { normalForm } from '../normal-form.ts';
import {
  brokenLimits,
  endsTooLate,
  type LimitedApproval,
} from '../../../shared/model/approval-limits.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { keptOf, type KeptFindings } from '../../../shared/model/kept-findings.ts';
import type { PolicyVerdict } from '../decisions/decide.ts';
import { identityKey } from '../decisions/identity.ts';
import { brokenFindingLimits } from './finding-limits.ts';
import type { Pattern, Policy, PolicyInForce, Rule, ServerPattern } from './policy.ts';
import type { PolicyTarget } from './target.ts';
import { limitsOf, words } from './words.ts';

export interface PolicyQuestion {
  readonly identity: Identity | null;
  /** The server as it is configured; null where only a record tells of it. */
  readonly target: PolicyTarget;
  readonly uri: string;
  readonly content: 'listed' | 'dynamic' | 'unknown';
  /** The live record, or null to ask about a decision that is still to be made. */
  readonly record: ApprovalRecord | null;
}

/**
 * What the policy says of a skill; null when it has nothing against it. It never approves anything.
 */
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
  // Decisions made before the policy came count as far as it would have let them through.
  const { coverage, grants } = record;
  const [broken] = [
    ...brokenLimits(limitsOf(policy.policy), { coverage, grants: grants.allowedTools }),
    ...brokenFindingLimits(policy.policy.findings, keptOf(record)),
  ];
  return broken === undefined ? null : blocked(broken);
}

/**
 * Which rules an approval that is about to be made breaks, all of them in one line; null when none.
 * Times in ms since the epoch.
 */
export function approvalRefusal(
  policy: PolicyInForce,
  approval: LimitedApproval & {
    /** What stands as it is made; null where nobody knows. */
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

/** What the policy has against approving what these stand in, all of it; no one for no policy. */
export const findingRefusals = (
  policy: PolicyInForce,
  found: () => KeptFindings,
): readonly string[] =>
  policy.status === 'active' && policy.policy.findings !== null
    ? brokenFindingLimits(policy.policy.findings, found())
    : nothing;

/** Whether it matters to the policy what rules find. */
export const limitsFindings = (policy: PolicyInForce): boolean =>
  policy.status === 'active' && policy.policy.findings !== null;

const nothing: readonly string[] = [];

/** Longest life of an approval in ms, or null. */
export function longestApproval(policy: PolicyInForce): number | null {
  return policy.status === 'active' ? policy.policy.longestExpiryMs : null;
}

/** Whether a gateway hides tools that give skills; also where the policy cannot be read. */
export function hidesSkillTools(policy: PolicyInForce): boolean {
  return (
    policy.status === 'unreadable' || (policy.status === 'active' && policy.policy.hideSkillTools)
  );
}

/**
 * Answers by policy, server and URI: the standing of ten thousand skills is asked for again and
 * again.
 */
const answers = new WeakMap<Policy, Map<string, string | null>>();
const mostAnswers = 200_000;

function ruleAgainst(policy: Policy, question: PolicyQuestion): string | null {
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

/** Deny wins over allow; where anything is allowed by name, everything else is not. */
function firstAgainst(rules: readonly Rule[], question: PolicyQuestion): string | null {
  const denying = rules.find((rule) => rule.effect === 'deny' && covers(rule, question, denies));
  if (denying !== undefined) return denying.name;
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  return allowing.length === 0 || allowing.some((rule) => covers(rule, question, allows))
    ? null
    : words.notAllowed;
}

type Match = (pattern: Pattern, text: string) => boolean;

function covers(rule: Rule, { identity, target, uri }: PolicyQuestion, match: Match): boolean {
  return (
    (rule.server === null ||
      (identity !== null && isServer(rule.server, identity, target, match))) &&
    (rule.uri === null || match(rule.uri, uri))
  );
}

function isServer(
  server: ServerPattern,
  identity: Identity,
  target: PolicyTarget,
  match: Match,
): boolean {
  if (server.kind === 'url') {
    if (identity.kind !== 'http') return false;
    // A record does not say which query was asked for, and an allow rule may name one.
    if (target === null && identity.query !== undefined && match === allows) return false;
    return match(server.url, target?.kind === 'url' ? target.url : identity.url);
  }
  if (identity.kind !== 'stdio') return false;
  if (server.kind === 'fingerprint') return identity.fingerprint === server.fingerprint;
  // Of a record whose server is not configured nobody can say which command it was: nothing
  // allows it, and whatever denies a command denies it.
  if (target?.kind !== 'command') return match === denies;
  const { args } = server;
  if (!match(server.command, target.command)) return false;
  return (
    args === null ||
    (args.length === target.args.length &&
      args.every((pattern, at) => match(pattern, target.args[at] ?? '')))
  );
}

/** The server writes the URI. Longer texts than this are for no person's eyes. */
const longestText = 8_192;

const allows: Match = (pattern, text) => text.length <= longestText && pattern.exact.matches(text);

/**
 * A server that is denied may spell its URIs otherwise: case, percent-encoding and composed
 * letters do not lead past a deny rule, and neither does a length that nobody would read.
 */
const denies: Match = (pattern, text) => {
  if (text.length > longestText) return true;
  const plain = decoded(text);
  return (
    pattern.loose.matches(text) ||
    pattern.loose.matches(plain) ||
    pattern.loose.matches(normalForm(plain, 'NFC'))
  );
};

function decoded(text: string): string {
  let plain = text;
  for (let round = 0; round < 3; round += 1) {
    const next = plain.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
    if (next === plain) break;
    plain = next;
  }
  return plain;
}

const blocked = (rule: string): PolicyVerdict => ({ verdict: 'blocked', rule });
