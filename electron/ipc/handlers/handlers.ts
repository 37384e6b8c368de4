import type { RequestHandlers } from '../../../shared/contract.ts';
import { appHandlers } from './app.ts';
import { decisionHandlers } from './decisions.ts';
import { hostHandlers } from './hosts.ts';
import { logHandlers } from './log.ts';
import type { HandlerOptions } from './options.ts';
import { serverHandlers } from './servers.ts';
import { signInHandlers } from './sign-in.ts';
import { skillHandlers } from './skills.ts';

export type { HandlerOptions } from './options.ts';

/** One handler per request of the contract; a missing one does not compile. */
export function createHandlers(options: HandlerOptions): RequestHandlers {
  const { parts } = options;
  return {
    ...appHandlers(options),
    ...serverHandlers(parts),
    ...signInHandlers(options),
    ...skillHandlers(parts),
    ...decisionHandlers(parts),
    ...hostHandlers(parts),
    ...logHandlers(parts),
  };
}
