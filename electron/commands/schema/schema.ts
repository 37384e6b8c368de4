import { CommandError, type CommandOutput } from '../call/command.ts';
import { documents, publishedSchema } from '../published/documents.ts';

/** `schema [COMMAND]`: what a command's `--json` prints, as JSON Schema. */
export async function schema({
  words,
}: {
  readonly words: readonly string[];
}): Promise<CommandOutput> {
  const names = Object.keys(documents);
  if (words.length === 0) return { json: { schemas: names }, human: names, exit: 0 };
  const name = words.join(' ');
  const found = publishedSchema(name);
  if (found === null)
    throw new CommandError(
      `There is no schema for ${JSON.stringify(name)}. Run \`skillgate schema\` to list them.`,
      'not-found',
    );
  return { json: found, human: [{ block: JSON.stringify(found, null, 2) }], exit: 0 };
}
