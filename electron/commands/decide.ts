import type { DecideOutcome } from '../../shared/contract.ts';
import { toolsOf } from '../core/requests.ts';
import { decideSkills, revokeRecord, type Decision } from '../usecases/deciding/decide.ts';
import { readAll } from '../usecases/reading/read-all.ts';
import { needsReadAll } from '../usecases/catalogue/settle.ts';
import { recordOf, setDigestOf, standingOf } from '../usecases/catalogue/standing.ts';
import { CommandError, required, type Command, type Options, type Output } from './command.ts';
import { exitCodeOf } from './exit-codes.ts';
import { refusedOutput } from './show.ts';
import { namedServer, target } from './targets.ts';
import type { Context } from '../usecases/context.ts';

/**
 * `approve`: binds to the set that the server describes now; fetches no file. Refused or dynamic
 * content exits 6.
 */
export const approveCommand: Command = async (ctx, options) =>
  decide(ctx, options, { action: 'approve', note: options.note ?? '', expiresAt: expiry(options) });

export const denyCommand: Command = async (ctx, options) =>
  decide(ctx, options, { action: 'deny', note: options.note ?? '' });

/** `revoke`: needs no connection, so that a decision can be taken back when the server is gone. */
export const revokeCommand: Command = async (ctx, options) => {
  const server = namedServer(ctx, required(options.server, 'server'));
  const uri = required(options.uri, 'uri');
  const outcome = await revokeRecord(ctx, server, uri);
  if (outcome.outcome !== 'done') throw new CommandError(outcome.message);
  return {
    json: { server: server.label, uri, standing: 'undecided', record: null },
    human: [`revoked   ${uri}  (${server.label})`],
    exit: 0,
  };
};

async function decide(
  ctx: Context,
  options: Options,
  decision: Exclude<Decision, { action: 'revoke' | 'session' }>,
): Promise<Output> {
  const found = await target(ctx, options);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  if (decision.action === 'approve' && options['read-all'] === true && needsReadAll(skill)) {
    const { complete, message } = await readAll(ctx, server, skill, {}, { report: () => {} });
    if (!complete)
      return notDone(
        { server: server.label, uri: skill.entry.uri, outcome: 'refused', message },
        [],
      );
  }
  const item = {
    server: server.label,
    uri: skill.entry.uri,
    setDigest: setDigestOf(skill),
    replaces: recordOf(ctx, server, skill)?.id ?? null,
    grants: [...options.grant],
  };
  const [outcome] = await decideSkills(ctx, [item], decision);
  if (outcome === undefined) throw new Error('a decision gave no outcome');
  if (outcome.outcome !== 'done') return notDone(outcome, toolsOf(skill.entry.frontmatter));
  const standing = standingOf(ctx, server, skill);
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      standing: standing.kind,
      record: recordOf(ctx, server, skill),
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
    throw new CommandError(`${outcome.message}${hint}`);
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

function expiry(options: Options): string | null {
  if (options.expires === undefined) return null;
  const at = Date.parse(options.expires);
  if (Number.isNaN(at))
    throw new CommandError('--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  return new Date(at).toISOString();
}
