import { hostIds } from '../../../shared/model/plain.ts';
import type { ImportPreview, ImportAsk } from '../../../shared/model/import.ts';
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
import { inTheClearOrNot, variableText, whole } from './start-text.ts';
import { addressText } from '../../../shared/written-out.ts';
import { choiceWords, exposedWords, goesTo } from '../../../shared/model/import-text.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import { flagWords } from '../../../shared/start-advice.ts';

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

export interface ImportChoice {
  readonly isPicked: (one: Candidate) => boolean;
  /** Names of values that the entry needs and wasn't given. */
  readonly missing: (one: Candidate) => readonly string[];
  readonly isGiven: (one: Candidate, name: string) => boolean;
}

/** What one file contains, for a person: each server, what it needs, and what isn't imported. */
export const previewLines = (preview: ImportPreview, choice: ImportChoice): OutputLine[] => {
  const { source, path, candidates, problems } = preview;
  return [
    `${source}: ${path ?? ''}`,
    ...candidates.flatMap((one) => candidateLines(one, choice)),
    ...(candidates.length + problems.length === 0 ? ['  no servers'] : []),
    ...problems.map(({ where, message }) => `  ${where === '' ? '' : `${where}: `}${message}`),
  ];
};

function candidateLines(one: Candidate, choice: ImportChoice): OutputLine[] {
  const { label, target, project, renamedFrom, duplicateOf, alsoIn } = one;
  const { asks = [], loading = [], secrets = [], left = [] } = one;
  const isThere =
    one.throughSkillgate === true
      ? `    goes through Skillgate, to ${duplicateOf}`
      : `    already added as ${duplicateOf}`;
  return [
    `  ${label}  ${targetText(target)}${one.isOff === true ? '  (off)' : ''}`,
    ...(project === undefined ? [] : [`    for the project ${project}`]),
    ...(renamedFrom === undefined ? [] : [`    named ${label}: ${renamedFrom} is taken`]),
    ...(duplicateOf === undefined ? [] : [isThere]),
    ...(alsoIn === undefined
      ? []
      : [
          `    is the same server as one of ${alsoIn}${
            choice.isPicked(one) ? '' : '; not added unless you name it'
          }`,
        ]),
    ...loading.map((one) => whole(`    ${variableText(one)}  (can load code)`)),
    ...(secrets.length === 0 ? [] : [`    secrets imported: ${secrets.join(', ')}`]),
    ...asks.flatMap((ask) => askLines(one, ask, choice)),
    ...left.map((line) => `    not imported: ${line}`),
  ];
}

function askLines(one: Candidate, ask: ImportAsk, { isGiven }: ImportChoice): OutputLine[] {
  const { name, fields, about, isOptional } = ask;
  const verb = isGiven(one, name) ? 'gets' : isOptional ? 'takes' : 'needs';
  const said = about === undefined ? '' : ` (“${about}”)`;
  const exposed = exposedWords(ask, one.target);
  const choice = choiceWords(ask);
  return [
    `    ${verb} ${name} for ${fields.join(', ')}, ${goesTo(one.target)}${said}: ` +
      `${giveWords(one.label, name)}`,
    ...(choice === null ? [] : [`      ${choice}`]),
    ...(exposed === null ? [] : [`      ${exposed}`]),
  ];
}

/** One word of a command, quoted if it could be taken for more than one. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text);
const variable = (name: string): string =>
  /^[\w.-]+$/.test(name) ? `${name}=••••` : `${JSON.stringify(name)}=••••`;

const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? [
        ...target.envNames.map(variable),
        ...[target.command, ...target.args].map(word),
        ...(target.cwd === undefined ? [] : [`(in ${word(target.cwd)})`]),
      ].join(' ')
    : [
        ...(target.type === 'http' ? [] : [target.type]),
        addressText(target.url),
        ...target.headerNames.map((name) => `${name}: ••••`),
      ].join(' ');

type Environment = Readonly<Record<string, string | undefined>>;

/** The values given to each server, by its label and the names it needs. */
export type GivenTo = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Asked {
  readonly label: string;
  readonly name: string;
}

/**
 * Reads each `--give`: `NAME=VALUE`, or `NAME` from this shell's environment, either with `LABEL:`
 * before it. The attacker's server asks for the name of another server's secret, so a name that
 * several picked servers need must say for which. Throws a CommandError.
 */
export function givenTo(
  pairs: readonly string[],
  all: readonly Candidate[],
  isPicked: (one: Candidate) => boolean,
  env: Environment,
): GivenTo {
  const given = new Map<string, Map<string, string>>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = at === -1 ? pair : pair.slice(0, at);
    const askedOf = (candidates: readonly Candidate[]): Asked[] =>
      candidates.flatMap(({ label, asks }) =>
        (asks ?? [])
          .filter(({ name }) => name === key || `${label}:${name}` === key)
          .map(({ name }) => ({ label, name })),
      );
    const asking = askedOf(all.filter(isPicked));
    const [asked, ...others] = asking;
    const name = (asked ?? askedOf(all)[0])?.name ?? key;
    const value = at === -1 ? (env[name] ?? '') : pair.slice(at + 1);
    if (key === '' || value === '')
      throw new CommandError(
        at === -1 && key !== ''
          ? `--give ${key}: this shell has no such variable; use --give ${key}=VALUE`
          : '--give takes NAME=VALUE, or the NAME of a variable in this shell',
      );
    if (others.length > 0) throw new CommandError(whichOf(key, asking));
    if (asked === undefined) {
      if (askedOf(all).length > 0) continue;
      throw new CommandError(`no server needs ${JSON.stringify(key)}`);
    }
    const own = given.get(asked.label) ?? new Map<string, string>();
    given.set(asked.label, own.set(asked.name, value));
  }
  return given;
}

const told = 10;

function whichOf(key: string, asking: readonly Asked[]): string {
  const forms = asking.slice(0, told).map(({ label, name }) => giveWords(label, name));
  const more = asking.length - forms.length;
  return (
    `${JSON.stringify(key)} is needed by several servers; ` +
    `say which one gets it: ${forms.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
  );
}

/** The flag that gives a value to one server, ready to copy. */
export const giveWords = (label: string, name: string): string =>
  /^\w+$/.test(name)
    ? flagWords('--give', `${label}:${name}`, 'LABEL:NAME')
    : flagWords('--give', `${label}:${name}=VALUE`, 'LABEL:NAME=VALUE');
