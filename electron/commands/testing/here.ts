import { Readable } from 'node:stream';
import { thisProcess } from '../call/command-process.ts';
import type { CommandContext } from '../call/command.ts';

/** A command's surroundings in a test. Using anything that isn't given fails. */
export function hereAt(
  given: Pick<CommandContext, 'place' | 'cwd'> & Partial<CommandContext>,
): CommandContext {
  const none = (): never => {
    throw new Error('this command was not to need the servers');
  };
  return {
    stdin: Readable.from([]),
    person: null,
    composing: none,
    core: none,
    tell: none,
    tellMasked: none,
    remark: () => {},
    progress: () => {},
    ending: none,
    process: thisProcess(),
    ...given,
  };
}
