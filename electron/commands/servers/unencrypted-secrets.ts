import type { RequestError } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import { CommandError } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';

/**
 * Writes servers, and asks the person at the terminal where secrets of theirs would stand in the
 * clear. Without a yes nothing is written: exit 2, with what to do instead.
 */
export async function inTheClearOrNot<T>(
  { person }: CommandContext,
  isGiven: boolean,
  write: (inTheClear: boolean) => Promise<Result<T, RequestError>>,
): Promise<T> {
  const first = await write(isGiven);
  if (first.ok) return first.value;
  const { code, message } = first.error;
  if (code !== 'clear') throw new CommandError(message, code);
  person?.say([message]);
  const isYes = person !== null && (await person.ask('Write them so? Type yes: ')) === 'yes';
  if (!isYes)
    throw new CommandError(
      `${person === null ? `${message} ` : ''}Nothing was added. --in-the-clear says yes to that; ` +
        '`skillgate keychain --use-file` encrypts what is no argument or address, under a key in a file.',
      code,
    );
  const second = await write(true);
  if (!second.ok) throw new CommandError(second.error.message, second.error.code);
  return second.value;
}
