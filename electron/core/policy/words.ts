import type { PolicyState } from '../../../shared/model/policy.ts';
import type { Policy, PolicyInForce, Rule } from './policy.ts';

/** How a blocked skill names what blocked it, when that is no rule with a name of its own. */
export const words = {
  notAllowed: 'no allow rule covers this skill',
  dynamic: 'dynamic content is refused',
  coverage: 'every file must match the manifest before approval',
  shown: 'every file must have been shown before approval',
  grants: 'no tools are granted',
  skillTools: 'tools of a server that give skills are hidden from hosts',
  longest: (ms: number): string => `approvals end after at most ${days(ms)}`,
  unreadable: (message: string): string =>
    `the policy file can not be used, so everything is blocked: ${message}`,
} as const;

function days(ms: number): string {
  const count = Math.round((ms / 86_400_000) * 100) / 100;
  return count === 1 ? '1 day' : `${count} days`;
}

/** The policy as a window shows it: one line per rule. */
export function policyState(policy: PolicyInForce): PolicyState {
  switch (policy.status) {
    case 'none':
      return { status: 'none' };
    case 'active':
      return { status: 'active', path: policy.path, rules: lines(policy.policy) };
    case 'unreadable':
      return { status: 'unreadable', path: policy.path, message: policy.message };
  }
}

function lines(policy: Policy): string[] {
  return [
    ...policy.rules.map(ruleLine),
    ...(policy.rules.some(({ effect }) => effect === 'allow')
      ? ['everything that no allow rule covers is blocked']
      : []),
    ...(policy.refuseDynamic ? [words.dynamic] : []),
    ...(policy.requireFullCoverage ? [words.coverage] : []),
    ...(policy.requireShown ? [words.shown] : []),
    ...(policy.longestExpiryMs === null ? [] : [words.longest(policy.longestExpiryMs)]),
    ...(policy.forbidToolGrants ? [words.grants] : []),
    ...(policy.hideSkillTools ? [words.skillTools] : []),
  ];
}

function ruleLine({ name, effect, server, uri }: Rule): string {
  return `${name}: ${effect} ${uri === null ? 'every skill' : uri.exact.pattern} of ${serverWords(server)}`;
}

function serverWords(server: Rule['server']): string {
  if (server === null) return 'every server';
  if (server.kind === 'url') return server.url.exact.pattern;
  if (server.kind === 'fingerprint') return server.fingerprint;
  return [server.command, ...(server.args ?? [])].map(({ exact }) => exact.pattern).join(' ');
}
