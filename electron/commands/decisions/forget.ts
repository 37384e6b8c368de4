import { forgetEverything } from '../../engine/deciding/forget.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';

/** `forget --all --yes`: deletes every decision. Makes no connection. */
export async function forget(
  ctx: EngineParts,
  { yes }: { readonly yes: boolean },
): Promise<CommandOutput> {
  const { state } = ctx.approvals;
  const count = state.status === 'ready' ? state.records : 0;
  const isMissing = state.status === 'unreadable' && state.reason === 'missing';
  if (!yes)
    throw new CommandError(
      isMissing
        ? `${state.message} --yes is missing.`
        : `this deletes ${count} decisions and can't be undone. To go ahead, add --yes.`,
    );
  const done = await forgetEverything(ctx);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  const { removed, left } = done.value;
  return {
    json: done.value,
    human: [
      isMissing ? 'Skillgate starts with no decisions.' : `${removed} decisions forgotten`,
      ...(left === undefined ? [] : [`couldn't delete stored file content: ${left}`]),
    ],
    exit: 0,
  };
}
