import { CommandError } from './command.ts';

/** Returns a flag's value. Throws a CommandError if it's none of the allowed values. */
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
