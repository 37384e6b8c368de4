import { masked } from '../../core/import/mask.ts';
import { CommandError } from '../call/command.ts';

/**
 * For a decision that binds no content. Throws a CommandError for a URI as printed with something
 * masked in it. The attacker is a server that by then serves another skill whose URI prints alike,
 * so that the skill you meant to deny would stay approved.
 */
export function demandExact(uri: string): void {
  if (!uri.includes(masked)) return;
  throw new CommandError(
    `${masked} replaces a secret, so another skill could look the same. ` +
      'Give the URI exactly as the server has it, or decide in the window.',
    'bad-input',
  );
}
