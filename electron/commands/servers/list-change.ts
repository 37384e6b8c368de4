import type { AppContext } from '../../engine/contexts.ts';
import { CommandError } from '../call/command.ts';

/** Throws if the servers are a list for one run, which is never written to. */
export function changesTheList(ctx: AppContext, action: string): void {
  if (ctx.options.sessionConfig !== null)
    throw new CommandError(
      `servers ${action} changes servers.json, but SKILLGATE_CONFIG names a list for one run only`,
    );
}
