import { command, printing, type CliCommand } from '../call/command.ts';

const schema = command({
  flags: printing,
  words: [{ name: 'COMMAND', optional: true, many: true }],
  help: {
    summary: 'what --json of a command prints, as JSON Schema',
    about:
      'Prints the JSON Schema (2020-12) of what `skillgate COMMAND --json` prints, its errors ' +
      'included. Without COMMAND: which there are. They come with the npm package, too: skillgate/schemas/list.schema.json.',
  },
  run: async (_here, given) => (await import('./schema.ts')).schema(given),
});

/** For programs that read what commands print. */
export const schemaCommands: Readonly<Record<string, CliCommand>> = { schema };
