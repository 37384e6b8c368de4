import { command, printing, type CliCommand } from '../call/command.ts';

const schema = command({
  flags: printing,
  words: [{ name: 'COMMAND', optional: true, many: true }],
  help: {
    summary: "print the JSON Schema of a command's --json output",
    about:
      'Prints the JSON Schema (2020-12) of what `skillgate COMMAND --json` prints, ' +
      'including errors. Without COMMAND, lists the schemas. The npm package includes ' +
      'them, too: skillgate/schemas/list.schema.json.',
  },
  run: async (_here, given) => (await import('./schema.ts')).schema(given),
});

/** For programs that read what commands print. */
export const schemaCommands: Readonly<Record<string, CliCommand>> = { schema };
