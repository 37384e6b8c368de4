import type { Parts } from '../../usecases/parts.ts';
import type { Output } from '../call/command.ts';
import { exitCodeOf } from './exit-codes.ts';
import { refusedOutput } from './show.ts';
import { target, type OneSkill } from './targets.ts';

/** `check`: where one skill stands, as an exit code. */
export async function check(ctx: Parts, given: OneSkill): Promise<Output> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const standing = skill.standing;
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      standing: standing.kind,
      detail: standing,
      record: skill.record,
    },
    human: [
      `${standing.kind}  ${skill.entry.uri}  (${server.label})${standing.kind === 'blocked' ? `  policy: ${standing.rule}` : ''}`,
    ],
    exit: exitCodeOf(standing.kind),
  };
}
