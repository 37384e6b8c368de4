import type { Identity } from '../../../shared/model/approval.ts';
import { allowsCommand, deniesCommand } from './command-rule.ts';
import { matchesBroadly, matchesExactly } from './pattern.ts';
import type { PolicyRule, ServerPattern } from './policy.ts';
import type { PolicyTarget } from './target.ts';
import { requestedAddress, uriForms } from './uri-forms.ts';

/** What rules are held against. */
export interface RuleSubject {
  readonly identity: Identity | null;
  /** The server as it is configured; null where only a record tells of it. */
  readonly target: PolicyTarget;
  /** Of the skill's SKILL.md; null to ask about the server with all its skills. */
  readonly uri: string | null;
}

/**
 * Whether a rule covers a skill of a server. Every match of a policy comes through here, on what
 * was parsed: an allow rule has to fit exactly, and a deny rule in any spelling that leads to the
 * same server or skill.
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

/** Whether a rule is about a server, whichever skills of it it names. */
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
      // A record does not say which query was asked for, and an allow rule may name one.
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
      // Of a record whose server is not configured nobody can say which command it was: nothing
      // allows it, and whatever denies a command denies it.
      if (target?.kind !== 'command') return isDeny;
      return isDeny ? deniesCommand(server, target) : allowsCommand(server, target);
  }
}
