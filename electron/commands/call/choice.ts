import { CommandError } from './command.ts';

/** The word that was given for a flag, of those that it takes. Throws a CommandError for another. */
export function choice<const T extends string>(
  flag: string,
  words: readonly T[],
  given: string,
): T {
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw new CommandError(`--${flag} takes ${words.join(', ')}; see --help`);
  return found;
}
