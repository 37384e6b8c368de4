import { recordOf, standingOf } from '../../usecases/catalogue/standing.ts';
import type { Context } from '../../usecases/context.ts';
import type { Output } from '../call/command.ts';
import { exitCodeOf } from './exit-codes.ts';
import { refusedOutput } from './show.ts';
import { target, type OneSkill } from './targets.ts';

/** `check`: where one skill stands, as an exit code. */
export async function check(ctx: Context, given: OneSkill): Promise<Output> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const standing = standingOf(ctx, server, skill);
  return {
    json: {
      server: server.label,
      uri: skill.entry.uri,
      standing: standing.kind,
      detail: standing,
      record: recordOf(ctx, server, skill),
    },
    human: [
      `${standing.kind}  ${skill.entry.uri}  (${server.label})${standing.kind === 'blocked' ? `  policy: ${standing.rule}` : ''}`,
    ],
    exit: exitCodeOf(standing.kind),
  };
}
