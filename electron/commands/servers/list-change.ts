import type { EngineParts } from '../../engine/parts.ts';
import { CommandError } from '../call/command.ts';

/** Throws where the servers are a list for one run, which nothing is written to. */
export function changesTheList(ctx: EngineParts, action: string): void {
  if (ctx.options.sessionConfig !== null)
    throw new CommandError(
      `servers ${action} changes servers.json; a list that SKILLGATE_CONFIG names is for one run only`,
    );
}
