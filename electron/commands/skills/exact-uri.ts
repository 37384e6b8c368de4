import { masked } from '../../core/import/mask.ts';
import { CommandError } from '../call/command.ts';

/**
 * For a decision that binds no content. Throws a CommandError for a URI as it was printed, with something
 * masked in it: the attacker is a server that serves another skill by then, printed alike, and what was
 * meant to be denied would stay approved.
 */
export function demandExact(uri: string): void {
  if (!uri.includes(masked)) return;
  throw new CommandError(
    `${masked} stands for what was masked, and another skill may be printed alike: name the skill as the server has it, or decide in the window.`,
    'bad-input',
  );
}
