import type { NotStarted } from './model/server.ts';

export const commandNotFound =
  'Check that the command is installed and spelled as in a terminal, ' +
  'or enter its full path in this server’s settings.';

const inSettings = 'in this server’s settings';

/** The next step after a command couldn't be started. */
export function startWords({ why, path = '' }: NotStarted): string {
  switch (why) {
    case 'no-command':
      return commandNotFound;
    case 'no-file':
      return `Check the path of the command ${inSettings}.`;
    case 'no-folder':
      return `Create that folder, or choose another start folder ${inSettings}.`;
    case 'closed-folder':
      return `Choose a start folder that you can access ${inSettings}.`;
    case 'open-folder':
      return (
        'Remove other users’ write access to that folder, ' +
        `or choose one of your own ${inSettings}.`
      );
    case 'own-folder':
      return (
        'Empty that folder and make it yours alone, ' +
        `or choose another start folder ${inSettings}.`
      );
    case 'relative':
      return (
        `Choose its start folder ${inSettings} or run ` +
        '`skillgate servers edit LABEL --start-in DIR`, or use a full path.'
      );
    case 'is-folder':
      return `Set the command to the program in that folder ${inSettings}.`;
    case 'not-executable':
      // If the path can't be pasted, the message shows it.
      return `Make it executable: \`chmod +x ${commandWord(path, 'PATH')}\`.`;
    case 'not-allowed':
      return (
        'Ask this machine’s administrator for permission to run it. ' +
        'Its folder, its disk or a system rule may block it.'
      );
    case 'no-program':
      return (
        'Set the command to the program that runs it (node, python3, ' +
        `sh) ${inSettings}, with the file as its first argument.`
      );
    case 'no-interpreter':
      return (
        'Install the program its first line names, or set the command to ' +
        `another program ${inSettings}, with the file as its first argument.`
      );
    case 'line-ends':
      return 'Save the file with Unix line endings (LF).';
    case 'no-library':
      return (
        'It may be built for another system or need a missing library. ' +
        'Install the version for this system.'
      );
    case 'too-long':
      return `Shorten its arguments or variables ${inSettings}, or make it read them from a file.`;
  }
}

const plainPattern = /^[\p{L}\p{N}_+:./][\p{L}\p{N}_+:./@=-]*$/u;
/** Literal between double quotes in every shell. */
const quotable = /^[\p{L}\p{N} _@+=:,./#&|<>()[\]{}*?;~'-]*$/u;

/**
 * A word for a printed command to copy: unquoted, or in quotes that sh, bash, zsh, fish, PowerShell
 * and cmd all read alike. The attacker writes labels and names in a configuration, and the person
 * pastes this into a shell: a text that some shell would split is replaced by the word `instead`.
 * @param instead what it is, as in a help text: `LABEL`.
 */
export function commandWord(text: string, instead: string): string {
  if (plainPattern.test(text)) return text;
  return text !== '' && quotable.test(text) ? `"${text}"` : instead;
}

/**
 * The same for a flag's value, with the flag: a value that looks like a flag is joined to it, as
 * the command line requires.
 */
export const flagWords = (flag: string, value: string, instead: string): string =>
  value.startsWith('-')
    ? `${flag}=${commandWord(value, instead)}`
    : `${flag} ${commandWord(value, instead)}`;

/** A server's `LABEL`, for a command that takes it directly or as `--server`. */
export const labelWords = (label: string): string =>
  label.startsWith('-') ? flagWords('--server', label, 'LABEL') : commandWord(label, 'LABEL');
