import { programNotFound } from '../../../shared/model/plain.ts';
import type { StartText, StartView } from '../../../shared/model/start.ts';
import { type OutputLine, CommandError, type CommandContext } from '../call/command.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';

/** A command as it would be started, one line for each part. */
export function startLines(start: StartView): readonly OutputLine[] {
  return [
    row('command', [{ text: start.command }]),
    ...programLines(start),
    ...start.args.map((arg) => row('argument', arg)),
    start.folder === null
      ? "  folder       an empty folder that Skillgate provides; in a protected app, the app's own"
      : row('folder', [{ text: start.folder }]),
    ...start.environment.map(
      ({ name, value, loadsCode }) =>
        `${row('environment', [{ text: name }])} = ` +
        `${shown(value)}${loadsCode ? '  (can load code)' : ''}`,
    ),
    `  environment  ${start.environment.length === 0 ? 'none added; in' : 'in'} a ` +
      `protected app, the app's own${start.environment.length === 0 ? '' : ' as well'}`,
    row('written in', [{ text: start.origin }]),
  ].map(whole);
}

const programLines = ({ command, program }: StartView): readonly string[] => {
  if (program === command) return [];
  if (program === undefined) return [`  program      ${programNotFound}`];
  return [row('program', [{ text: program }])];
};

/** A terminal cuts long lines, and an attacker would hide something at the end of an argument. */
export const whole = (line: string): OutputLine =>
  line.length > longestLine ? { block: line } : line;
/** A variable with its value. */
export const variableText = ({
  name,
  value,
}: {
  readonly name: string;
  readonly value: StartText;
}): string => `${shown([{ text: name }])} = ${shown(value)}`;
const longestLine = 1_000;

const row = (name: string, text: StartText): string => `  ${name.padEnd(13)}${shown(text)}`;

const shown = (text: StartText): string =>
  text.map((part) => ('text' in part ? quoted(part.text) : hidden(part.masked))).join('');

/** Quotes a value if its ends or spaces would be unclear. */
function quoted(text: string): string {
  const written = writtenOut(text);
  return written === '' || /^\s|\s$|\s{2}|^"/.test(written) ? `"${written}"` : written;
}

const hidden = (characters: number): string =>
  `(${characters} ${characters === 1 ? 'character' : 'characters'}, not shown)`;

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
