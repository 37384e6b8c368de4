import { forgetEverything } from '../usecases/deciding/forget.ts';
import { CommandError, type Command } from './command.ts';

/** `forget --all --yes`: takes back every decision. Makes no connection. */
export const forgetCommand: Command = async (ctx, options) => {
  if (options.all !== true) throw new CommandError('the command is `skillgate forget --all --yes`');
  const { state } = ctx.approvals;
  const count = state.status === 'ready' ? state.records : 0;
  if (options.yes !== true)
    throw new CommandError(
      `this takes back ${count} decisions and can not be undone; say so with --yes`,
    );
  const done = await forgetEverything(ctx);
  if (!done.ok) throw new CommandError(done.error.message);
  return { json: done.value, human: [`${done.value.removed} decisions forgotten`], exit: 0 };
};
