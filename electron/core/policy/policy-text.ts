import { limitWords, type ApprovalLimits } from '../../../shared/model/approval-limits.ts';
import type { PolicyState } from '../../../shared/model/policy.ts';
import { findingLines } from './finding-limits.ts';
import type { ManagedPolicy, PolicyInForce, PolicyRule } from './policy.ts';

/** What a blocked skill shows as the reason if it isn't a named rule. */
export const words = {
  ...limitWords,
  notAllowed: 'no allow rule covers this skill',
  dynamic: 'dynamic content is refused',
  skillTools: 'server tools that give skills are hidden from apps',
  unreadable: (message: string): string =>
    `the policy file can’t be used, so everything is blocked: ${message}`,
} as const;

/** The policy as a window shows it: one line per rule. */
export function policyState(policy: PolicyInForce): PolicyState {
  switch (policy.status) {
    case 'none':
      return { status: 'none' };
    case 'active':
      return {
        status: 'active',
        path: policy.path,
        rules: lines(policy.policy),
        limits: limitsOf(policy.policy),
      };
    case 'unreadable':
      return { status: 'unreadable', path: policy.path, message: policy.message };
  }
}

/** What the policy requires of every approval. */
export const limitsOf = (policy: ManagedPolicy): ApprovalLimits => ({
  fullCoverage: policy.requireFullCoverage,
  shown: policy.requireShown,
  noTools: policy.forbidToolGrants,
  longestMs: policy.longestExpiryMs,
});

function lines(policy: ManagedPolicy): string[] {
  return [
    ...policy.rules.map(ruleLine),
    ...(policy.rules.some(({ effect }) => effect === 'allow')
      ? ['everything not covered by an allow rule is blocked']
      : []),
    ...(policy.refuseDynamic ? [words.dynamic] : []),
    ...(policy.requireFullCoverage ? [words.coverage] : []),
    ...(policy.requireShown ? [words.shown] : []),
    ...(policy.longestExpiryMs === null ? [] : [words.longest(policy.longestExpiryMs)]),
    ...findingLines(policy.findings),
    ...(policy.forbidToolGrants ? [words.grants] : []),
    ...(policy.hideSkillTools ? [words.skillTools] : []),
  ];
}

function ruleLine({ name, effect, server, uri }: PolicyRule): string {
  return `${name}: ${effect} ${uri === null ? 'every skill' : uri.text} of ${serverWords(server)}`;
}

function serverWords(server: PolicyRule['server']): string {
  if (server === null) return 'every server';
  if (server.kind === 'url') return server.url.text;
  if (server.kind === 'fingerprint') return server.fingerprint;
  return [server.command, ...(server.args ?? [])].map(({ text }) => text).join(' ');
}
