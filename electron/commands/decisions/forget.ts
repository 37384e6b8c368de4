import { forgetEverything } from '../../usecases/deciding/forget.ts';
import type { Parts } from '../../usecases/parts.ts';
import { CommandError, type Output } from '../call/command.ts';

/** `forget --all --yes`: takes back every decision. Makes no connection. */
export async function forget(ctx: Parts, { yes }: { readonly yes: boolean }): Promise<Output> {
  const { state } = ctx.approvals;
  const count = state.status === 'ready' ? state.records : 0;
  if (!yes)
    throw new CommandError(
      `this takes back ${count} decisions and can not be undone; say so with --yes`,
    );
  const done = await forgetEverything(ctx);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  return { json: done.value, human: [`${done.value.removed} decisions forgotten`], exit: 0 };
}
