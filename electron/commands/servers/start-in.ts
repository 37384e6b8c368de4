import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addressAsCommand } from '../../../shared/url.ts';
import type { ServerInput } from '../../../shared/model/server.ts';
import type { AppContext, ServerContext } from '../../engine/contexts.ts';
import { viewStart } from '../../engine/servers/configure.ts';
import { setStartFolder } from '../../engine/servers/start-folder.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';
import { namedServer } from '../skills/targets.ts';
import { changesTheList } from './list-change.ts';
import { startLines } from './start-text.ts';

interface Edited {
  readonly words: readonly string[];
  readonly 'start-in': string | undefined;
}

/** `servers edit LABEL --start-in DIR`. Starts nothing. */
export async function edit(
  ctx: AppContext,
  given: Edited,
  here: CommandContext,
): Promise<CommandOutput> {
  changesTheList(ctx, 'edit');
  const [label = ''] = given.words;
  namedServer(ctx, label);
  const named = given['start-in'];
  const folder = named === undefined ? null : await startFolderIn(here.cwd, named);
  const done = await setStartFolder(ctx, label, folder);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  const view = await viewStart(ctx, label);
  if (!view.ok) throw new CommandError(view.error.message, view.error.code);
  const { start } = view.value;
  return {
    json: { edited: label, ...view.value },
    human: [`${label} will start:`, ...startLines(start)],
    exit: 0,
  };
}

/** The absolute path of the named folder. Throws a CommandError if it doesn't exist. */
export async function startFolderIn(cwd: string, named: string): Promise<string> {
  const folder = resolve(cwd, named);
  const facts = await stat(folder).catch(() => null);
  if (facts?.isDirectory() !== true)
    throw new CommandError(`--start-in ${named}: this folder doesn't exist`, 'bad-input');
  return folder;
}

/** Throws if a command being added would be refused at its start. */
export function demandWhole({ startPlaces }: ServerContext, input: ServerInput): void {
  if (input.type !== 'stdio') return;
  const { command, args, cwd, startIn } = input;
  const isAlone = args.length === 0 && cwd === undefined && startIn === undefined;
  const address = addressAsCommand(command, { isAlone });
  if (address !== null)
    throw new CommandError(`${address} Give an address with --url.`, 'bad-input');
  const part = startPlaces.relativeIn({
    ...{ type: 'stdio', command, args, env: {} },
    ...(cwd === undefined ? {} : { cwd }),
    ...(startIn === undefined ? {} : { startIn }),
  });
  if (part !== null)
    throw new CommandError(
      `${JSON.stringify(part)} depends on the folder the server starts in; add --start-in DIR ` +
        '(--start-in . for this one), or use an absolute path',
      'bad-input',
    );
}
