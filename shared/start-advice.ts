import { commandWord } from './command-text.ts';
import type { NotStarted } from './model/server.ts';

export const commandNotFound =
  'Check that the command is installed and spelled as in a terminal, or give its full path in the settings of this server.';

const inSettings = 'in the settings of this server';

/** The next step after a command could not be started. */
export function startWords({ why, path = '' }: NotStarted): string {
  switch (why) {
    case 'no-command':
      return commandNotFound;
    case 'no-file':
      return `Check the path of the command ${inSettings}.`;
    case 'no-folder':
      return `Make that folder, or name another one to start it in ${inSettings}.`;
    case 'closed-folder':
      return `Name a folder to start it in ${inSettings} that you may enter.`;
    case 'open-folder':
      return `Take the rights of other users away from that folder, or name one of your own ${inSettings}.`;
    case 'own-folder':
      return `Empty that folder and make it yours alone, or name another one to start the server in ${inSettings}.`;
    case 'relative':
      return `Name the folder to start it in ${inSettings}, or run \`skillgate servers edit LABEL --start-in DIR\`. Or write the whole path.`;
    case 'is-folder':
      return `Name the program in that folder as the command ${inSettings}.`;
    case 'not-executable':
      // A path that cannot be pasted stands in the message.
      return `Make it executable: \`chmod +x ${commandWord(path, 'PATH')}\`.`;
    case 'not-allowed':
      return 'Ask whoever looks after this machine to let you run it: its folder, its disk or a rule of the system may forbid that.';
    case 'no-program':
      return `Name the program that runs it (node, python3, sh) as the command ${inSettings}, and the file as its first argument.`;
    case 'no-interpreter':
      return `Install what the first line names, or name another program as the command ${inSettings} and the file as its first argument.`;
    case 'line-ends':
      return 'Save the file with the line ends of Unix (LF).';
    case 'no-library':
      return 'It may be built for another system or need a library that is not here: install the one for this system.';
    case 'too-long':
      return `Shorten its arguments or variables ${inSettings}, or have it read them from a file.`;
  }
}
