import type { DecideOutcome } from '../../../shared/contract.ts';
import { toolsOf } from '../../core/requests.ts';
import { decideSkills, revokeRecord } from '../../usecases/deciding/decide.ts';
import type { Decision } from '../../usecases/deciding/record-change.ts';
import { readAll } from '../../usecases/reading/read-all.ts';
import { needsReadAll } from '../../core/held/skill.ts';
import { setDigestOf } from '../../core/held/standing.ts';
import { CommandError, type FailureCode, type Output } from '../call/command.ts';
import { exitCodeOf } from '../skills/exit-codes.ts';
import { refusedOutput } from '../skills/show.ts';
import { namedServer, target, type OneSkill } from '../skills/targets.ts';
import type { Parts } from '../../usecases/parts.ts';

/**
 * `approve`: binds to the set that the server describes now; fetches no file. Refused or dynamic
 * content exits 6.
 */
export async function approve(
  ctx: Parts,
  given: OneSkill & {
    readonly note: string | undefined;
    readonly expires: string | undefined;
    readonly grant: readonly string[];
    readonly 'read-all': boolean;
  },
): Promise<Output> {
  const { note = '', expires, grant } = given;
  const decision = { action: 'approve', note, expiresAt: expiry(expires) } as const;
  return decide(ctx, given, decision, { grant, readFirst: given['read-all'] });
}

export async function deny(
  ctx: Parts,
  given: OneSkill & { readonly note: string | undefined },
): Promise<Output> {
  const decision = { action: 'deny', note: given.note ?? '' } as const;
  return decide(ctx, given, decision, { grant: [], readFirst: false });
}

/** `revoke`: needs no connection, so that a decision can be taken back when the server is gone. */
export async function revoke(ctx: Parts, given: OneSkill): Promise<Output> {
  const server = namedServer(ctx, given.server);
  const { uri } = given;
  const outcome = await revokeRecord(ctx, server, uri);
  if (outcome.outcome !== 'done') throw new CommandError(outcome.message, codeOf(outcome));
  return {
    json: { server: server.label, uri, standing: 'undecided', record: null },
    human: [`revoked   ${uri}  (${server.label})`],
    exit: 0,
  };
}

async function decide(
  ctx: Parts,
  given: OneSkill,
  decision: Exclude<Decision, { action: 'revoke' | 'session' }>,
  how: { readonly grant: readonly string[]; readonly readFirst: boolean },
): Promise<Output> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server } = found;
  let { skill } = found;
  if (how.readFirst && needsReadAll(skill.held)) {
    const { complete, message } = await readAll(ctx, skill, {}, { report: () => {} });
    if (!complete)
      return notDone(
        { server: server.label, uri: skill.entry.uri, outcome: 'refused', message },
        [],
      );
    skill = ctx.catalogue.at(skill) ?? skill;
  }
  const item = {
    server: server.label,
    uri: skill.entry.uri,
    setDigest: setDigestOf(skill.entry),
    replaces: skill.record?.id ?? null,
    grants: [...how.grant],
  };
  const [outcome] = await decideSkills(ctx, [item], decision);
  if (outcome === undefined) throw new Error('a decision gave no outcome');
  if (outcome.outcome !== 'done') return notDone(outcome, toolsOf(skill.entry.frontmatter));
  skill = ctx.catalogue.at(skill) ?? skill;
  const { standing } = skill;
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      standing: standing.kind,
      record: skill.record,
    },
    human: [
      `${standing.kind}  ${skill.entry.uri}  (${server.label})  ${item.setDigest ?? ''}${skill.entry.integrity === 'self-computed' ? '  self-computed' : ''}`,
    ],
    exit: 0,
  };
}

function notDone(outcome: DecideOutcome, asked: readonly string[]): Output {
  if (
    outcome.outcome !== 'refused' &&
    outcome.outcome !== 'dynamic' &&
    outcome.outcome !== 'read-first'
  ) {
    const hint =
      outcome.outcome === 'grant-not-requested'
        ? ` It asks for: ${asked.join(', ') || 'nothing'}.`
        : '';
    throw new CommandError(`${outcome.message}${hint}`, codeOf(outcome));
  }
  return {
    json: {
      server: outcome.server,
      uri: outcome.uri,
      outcome: outcome.outcome,
      message: outcome.message,
    },
    human: [
      `not approved: ${outcome.message}${outcome.outcome === 'read-first' ? ' Use --read-all.' : ''}`,
    ],
    exit: exitCodeOf('refused'),
  };
}

/** For a program, why nothing was decided. */
function codeOf({ outcome }: DecideOutcome): FailureCode {
  switch (outcome) {
    case 'nothing-to-revoke':
    case 'unknown-skill':
      return 'not-found';
    case 'store-unreadable':
    case 'write-failed':
      return 'store';
    case 'grant-not-requested':
      return 'usage';
    case 'stale':
      return 'stale';
    case 'replaced':
      return 'conflict';
    default:
      return 'refused';
  }
}

function expiry(date: string | undefined): string | null {
  if (date === undefined) return null;
  const at = Date.parse(date);
  if (Number.isNaN(at))
    throw new CommandError('--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  return new Date(at).toISOString();
}
