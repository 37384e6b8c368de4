import type { SkillStatus } from '../../../shared/model/standing.ts';
import { needsReadAll } from '../../core/skill-state/skill.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { type CommandOutput, exitCodeOf } from '../call/command.ts';
import { readWhole } from './read-whole.ts';
import { refusedOutput } from './refused-entries.ts';
import { target, type OneSkill } from './targets.ts';

/**
 * `check`: one skill's status as an exit code. If a server publishes no digests, its word proves
 * nothing: an approval of its content holds again only after the content is read again.
 */
export async function check(
  ctx: AppContext,
  given: OneSkill & { readonly read: boolean },
): Promise<CommandOutput> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server } = found;
  const { skill, unread } = given.read
    ? await readWhole(ctx, found.skill)
    : { skill: found.skill, unread: null };
  const told = skill.standing;
  const isProved = skill.entry.integrity !== 'self-computed' || !needsReadAll(skill.held);
  // Only an approval needs proof.
  const doubt = unread ?? (isProved ? null : 'not-read');
  const standing: SkillStatus =
    doubt !== null && (told.kind === 'approved' || told.kind === 'expired')
      ? { kind: 'cannot-tell', reason: doubt }
      : told;
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      standing: standing.kind,
      detail: standing,
      record: skill.record,
    },
    human: [`${standing.kind}  ${skill.entry.uri}  (${server.label})${whyOf(standing)}`],
    exit: exitCodeOf(standing.kind),
  };
}

function whyOf(standing: SkillStatus): string {
  if (standing.kind === 'blocked') return `  policy: ${standing.rule}`;
  if (standing.kind !== 'cannot-tell') return '';
  return standing.reason === 'not-read'
    ? '  the server publishes no digests; --read reads its files'
    : `  ${standing.reason}`;
}
