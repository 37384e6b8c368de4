import { decideSkills, revokeRecord } from '../../engine/deciding/decide.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { CommandOutput } from '../call/command.ts';
import { refusedOutput } from '../skills/refused-entries.ts';
import { demandExact, namedServer, target, type OneSkill } from '../skills/targets.ts';
import { notDone } from './outcomes.ts';
import { replacedLines, replacedOf } from './approval-subject.ts';

/** `deny`: denies a skill whatever it serves. Names the record that it replaces. */
export async function deny(
  ctx: AppContext,
  given: OneSkill & { readonly note: string | undefined },
): Promise<CommandOutput> {
  demandExact(given.uri);
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const about = { server: server.label, uri: skill.entry.uri };
  const before = skill.record;
  const item = {
    ...about,
    identity: pinOf(server.identity),
    setDigest: setDigestOf(skill.entry),
    metadataDigest: metadataDigestOf(skill.entry),
    replaces: before?.id ?? null,
    grants: [],
  };
  const [outcome] = await decideSkills(ctx, [item], { action: 'deny', note: given.note ?? '' });
  if (outcome?.outcome !== 'done') return notDone(outcome);
  const { record, standing } = ctx.catalogue.at(skill) ?? skill;
  return {
    json: { ...about, standing: standing.kind, record, replaced: replacedOf(before) },
    human: [
      `denied  ${about.uri}  (${about.server})`,
      ...(standing.kind === 'denied'
        ? []
        : [`  Its status stays ${standing.kind} for now; the denial holds when that ends.`]),
      ...replacedLines(before),
    ],
    exit: 0,
  };
}

/** `revoke`: needs no connection, so that a decision can be undone when the server is gone. */
export async function revoke(ctx: AppContext, given: OneSkill): Promise<CommandOutput> {
  const server = namedServer(ctx, given.server);
  const { uri } = given;
  demandExact(uri);
  const before = server.identity === null ? null : ctx.approvals.find(server.identity, uri);
  const outcome = await revokeRecord(ctx, server, uri);
  if (outcome.outcome !== 'done') return notDone(outcome);
  return {
    json: {
      server: server.label,
      uri,
      standing: 'undecided',
      record: null,
      replaced: replacedOf(before),
    },
    human: [`revoked   ${uri}  (${server.label})`, ...replacedLines(before)],
    exit: 0,
  };
}
