import { hostIds } from '../../../shared/model/plain.ts';
import type { ImportPreview } from '../../../shared/model/import.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { ForeignFile } from '../../engine/ports/servers.ts';
import {
  applyImports,
  createPendingImports,
  previewFiles,
  type PickedImport,
} from '../../engine/servers/import.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
} from '../call/command.ts';
import { changesTheList } from './list-change.ts';
import { givenTo } from './import-values.ts';
import { inTheClearOrNot } from './unencrypted-secrets.ts';
import { previewLines } from './import-text.ts';

interface Given {
  readonly words: readonly string[];
  readonly from: string | undefined;
  readonly give: readonly string[];
  readonly 'dry-run': boolean;
  readonly yes: boolean;
  readonly 'in-the-clear': boolean;
}

type Candidate = ImportPreview['candidates'][number];

/** `servers import [LABEL…]`. Starts and contacts nothing. */
export async function importServers(
  ctx: AppContext,
  given: Given,
  here: CommandContext,
): Promise<CommandOutput> {
  changesTheList(ctx, 'import');
  const pending = createPendingImports();
  const previews = await previewFiles(ctx, pending, await filesOf(ctx, given.from));
  const all = previews.flatMap(({ candidates }) => candidates);
  const unknown = given.words.find((label) => !all.some((one) => one.label === label));
  if (unknown !== undefined)
    throw new CommandError(`found no server ${JSON.stringify(unknown)}`, 'not-found');
  const isPicked = (one: Candidate): boolean =>
    one.duplicateOf === undefined &&
    (given.words.length > 0 ? given.words.includes(one.label) : one.alsoIn === undefined);
  const values = givenTo(given.give, all, isPicked, here.place.env);
  const isGiven = ({ label }: Candidate, name: string): boolean =>
    values.get(label)?.has(name) === true;
  const missing = (one: Candidate): readonly string[] =>
    (one.asks ?? []).flatMap(({ name, isOptional }) =>
      isOptional || isGiven(one, name) ? [] : [name],
    );
  const ready = (one: Candidate): boolean => isPicked(one) && missing(one).length === 0;
  const human = previews.flatMap((one) => previewLines(one, { isPicked, missing, isGiven }));
  const isLeft =
    all.some((one) => isPicked(one) && !ready(one)) ||
    previews.some(({ problems }) => problems.length > 0);
  const files = previews.map(({ source, path, candidates, problems }) => ({
    source,
    path,
    candidates,
    problems,
  }));
  const output = (
    added: readonly string[],
    lines: readonly OutputLine[],
    exit: number,
  ): CommandOutput => ({
    json: { files, added },
    human: lines,
    exit,
  });
  if (!all.some(ready)) {
    const nothing =
      previews.length === 0 ? 'Found no configuration of another app.' : 'Nothing to add.';
    return output([], [...human, nothing], isLeft || previews.length === 0 ? 1 : 0);
  }
  if (given['dry-run']) return output([], human, isLeft ? 1 : 0);
  if (!given.yes && !(await agrees(human, here)))
    return output([], [...human, 'Nothing was added. To add these, run it again with --yes.'], 3);
  const picks = previews.flatMap(({ importId, candidates }): PickedImport[] => {
    const labels = candidates.filter(ready).map(({ label }) => label);
    const own = labels.map((label) => [label, Object.fromEntries(values.get(label) ?? [])]);
    return labels.length === 0 ? [] : [{ importId, labels, given: Object.fromEntries(own) }];
  });
  const { added } = await inTheClearOrNot(here, given['in-the-clear'], (inTheClear) =>
    applyImports(ctx, pending, picks, { inTheClear, connecting: false }),
  );
  return output(
    added,
    [
      ...(given.yes ? human : []),
      `added ${added.join(', ')}`,
      'Before it can start or be contacted, each needs `skillgate servers allow LABEL`.',
    ],
    isLeft ? 1 : 0,
  );
}

async function filesOf(ctx: AppContext, from: string | undefined): Promise<readonly ForeignFile[]> {
  if (from === undefined) return ctx.imports.find();
  const id = hostIds.find((one) => one === from);
  if (id !== undefined)
    return (await ctx.imports.find()).filter(({ origin }) => origin.program === id);
  const file = await ctx.imports.open(from);
  if (!file.text.ok)
    throw new CommandError(
      /[\\/.]/.test(from)
        ? file.text.error
        : `${JSON.stringify(from)} is neither a file nor one of ${hostIds.join(', ')}`,
      'not-found',
    );
  return [file];
}

async function agrees(lines: readonly OutputLine[], { person }: CommandContext): Promise<boolean> {
  if (person === null) return false;
  person.say(lines);
  return (await person.ask('Add these? Type yes: ')) === 'yes';
}
