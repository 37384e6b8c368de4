import type { RequestError } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import { CommandError, type CommandContext } from '../call/command.ts';

/**
 * Writes servers, and asks the person at the terminal before storing their secrets unencrypted.
 * Without agreement nothing is written: exit 2, with what to do instead.
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
  const isYes =
    person !== null && (await person.ask('Store them unencrypted? Type yes: ')) === 'yes';
  if (!isYes)
    throw new CommandError(
      `${person === null ? `${message} ` : ''}Nothing was added. ` +
        'To store them anyway, add --in-the-clear. To encrypt all but arguments ' +
        'and addresses with a key in a file, run `skillgate keychain --use-file`.',
      code,
    );
  const second = await write(true);
  if (!second.ok) throw new CommandError(second.error.message, second.error.code);
  return second.value;
}
