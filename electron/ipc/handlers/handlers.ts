import type { Handlers, Snapshot } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import type { Parts } from '../../usecases/parts.ts';
import { appHandlers } from './app.ts';
import { decisionHandlers } from './decisions.ts';
import { hostHandlers } from './hosts.ts';
import { serverHandlers } from './servers.ts';
import { skillHandlers } from './skills.ts';

export interface HandlerOptions {
  readonly parts: Parts;
  readonly seq: () => number;
  readonly about: Pick<Snapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Saves text where the person says; false when they chose no place. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
}

/** One handler per request of the contract; a missing one does not compile. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { parts } = options;
  return {
    ...appHandlers(options),
    ...serverHandlers(parts),
    ...skillHandlers(parts),
    ...decisionHandlers(parts),
    ...hostHandlers(parts),
  };
}
