import type { Identity } from '../../../shared/model/approval.ts';
import { allowsCommand, deniesCommand } from './command-rule.ts';
import { matchesBroadly, matchesExactly } from './pattern.ts';
import type { PolicyRule, ServerPattern } from './policy.ts';
import type { PolicyTarget } from './target.ts';
import { requestedAddress, uriForms } from './uri-forms.ts';

/** What rules are matched against. */
export interface RuleSubject {
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
export function coversSubject(rule: PolicyRule, { identity, target, uri }: RuleSubject): boolean {
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
