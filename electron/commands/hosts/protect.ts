import { hostIds } from '../../../shared/model/plain.ts';
import { addressText } from '../../../shared/written-out.ts';
import { startView } from '../../core/start/view.ts';
import { maskUrl } from '../../core/import/masked-target.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { HostFilePath } from '../../engine/ports/hosts.ts';
import { applyPlan } from '../../engine/hosts/apply.ts';
import { type HostPlan, placeOf, planBack, planThrough } from '../../engine/hosts/plan.ts';
import type { ProvedPlan } from '../../engine/hosts/prove.ts';
import { planRepair } from '../../engine/hosts/repair.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
} from '../call/command.ts';
import type { TerminalUser } from '../call/terminal-user.ts';
import { startLines } from '../servers/start-text.ts';
import { readHostName } from './host-name.ts';
import { readExposures } from './exposures.ts';

interface Given {
  readonly words: readonly string[];
  readonly server: readonly string[];
  readonly expose: readonly string[];
  readonly 'dry-run': boolean;
  readonly undo: boolean;
  readonly repair: boolean;
  readonly untested: boolean;
  readonly all: boolean;
  readonly yes: boolean;
}

/**
 * The person confirms this, too: the backup can't be encrypted, because an undo must work without a
 * keychain.
 */
const keptInTheClear =
  'Skillgate keeps a backup of the original so that you can undo this. ' +
  'The backup is unencrypted, in files only you can read; ' +
  'without a keychain, so are the secrets moved to servers.json.';

/** `protect HOST`, and with HOST or `--all`: `protect --undo`, `protect --repair`. */
export async function protect(
  ctx: AppContext,
  given: Given,
  here: Pick<CommandContext, 'person' | 'progress' | 'ending'>,
): Promise<CommandOutput> {
  const { person } = here;
  const plans: HostPlan[] = [];
  const failed: string[] = [];
  const found = new Set<string>();
  for (const at of await filesOf(ctx, given)) {
    try {
      plans.push(await planOf(ctx, given, at, { found, plans }));
    } catch (error) {
      // An app whose file can't be read must not keep the others from being undone.
      if (!given.all || !(error instanceof CommandError)) throw error;
      failed.push(error.message);
    }
  }
  const missing = given.server.find((name) => !found.has(name));
  if (missing !== undefined && !given.all)
    throw new CommandError(noServer(given, plans, missing), 'not-found');
  const human = [...plans.flatMap(shown), ...failed.map((message) => `left unchanged: ${message}`)];
  const json = { hosts: plans.map(described), failed };
  let isLeft = failed.length > 0 || plans.some(({ left }) => left.length > 0);
  const todo = plans.filter(({ changes, gone }) => changes.length + gone.length > 0);
  if (todo.length === 0) {
    if (given.repair && !given['dry-run']) await installLauncher(ctx);
    const nothing = isLeft ? [] : ['Nothing to do.'];
    return {
      json: { ...json, written: false },
      human: [...human, ...nothing],
      exit: isLeft ? 1 : 0,
    };
  }
  if (!given.undo && !given.repair) human.push(keptInTheClear);
  if (given['dry-run']) return { json: { ...json, written: false }, human, exit: isLeft ? 1 : 0 };
  if (!given.yes && !(await agrees(human, person)))
    return {
      json: { ...json, written: false },
      human: [...human, 'Nothing was written. Run it again with --yes to write this.'],
      exit: 3,
    };
  const done: string[] = [];
  const after = new Set<string>();
  let isWritten = false;
  for (const shownPlan of todo) {
    const proved = await tested(ctx, given, shownPlan, here);
    const { plan } = proved;
    const before = new Set(shownPlan.left);
    const worse = plan.left.filter((one) => !before.has(one));
    isLeft ||= worse.length > 0;
    done.push(...triedLines(proved.tried), ...leftLines(worse));
    if (proved.tried.some((one) => one.isLeft)) after.add(untestedHint);
    if (plan.changes.length + plan.gone.length === 0) continue;
    const applied = await applyPlan(ctx, plan);
    if (!applied.ok) {
      if (!given.all) throw new CommandError(applied.error.message, applied.error.code);
      failed.push(applied.error.message);
      done.push(`left unchanged: ${applied.error.message}`);
      continue;
    }
    isWritten = true;
    if (!given.undo) after.add(`Next, in ${plan.host.name}: ${plan.host.restart}`);
    const { backup } = applied.value;
    done.push(`written: ${plan.file.path}${backup === null ? '' : `  (backup: ${backup})`}`);
  }
  return {
    json: { ...json, written: isWritten },
    human: [...(given.yes ? human : []), ...done, ...after],
    exit: isLeft || failed.length > 0 ? 1 : 0,
  };
}

/** Starts what a new protection would change for the app; nothing else is a change for it. */
async function tested(
  ctx: AppContext,
  { undo, repair, untested }: Given,
  plan: HostPlan,
  here: Pick<CommandContext, 'progress' | 'ending'>,
): Promise<ProvedPlan> {
  if (undo || repair || untested) return { plan, tried: [] };
  const { provePlan } = await import('../../engine/hosts/prove.ts');
  try {
    const proved = await provePlan(ctx, plan, here.ending(), here.progress);
    if (!proved.ok) throw new CommandError(proved.error.message, proved.error.code);
    if (proved.value === null)
      throw new CommandError(`Stopped; ${plan.file.path} is unchanged.`, 'cancelled');
    return proved.value;
  } finally {
    here.progress(null);
  }
}

/** Entries that name the launcher need no change; it may have lost what it starts. */
async function installLauncher({ launcher }: AppContext): Promise<void> {
  const installed = launcher.ok ? await launcher.value.install() : launcher;
  if (!installed.ok) throw new CommandError(installed.error, 'store');
}

/** The files that the command is about; of a host with several, those that are there. */
async function filesOf(
  ctx: AppContext,
  { words: [name], undo, repair, all }: Given,
): Promise<readonly HostFilePath[]> {
  if (all && !undo && !repair) throw new CommandError('--all needs --undo or --repair');
  if (name !== undefined && all) throw new CommandError('give HOST or --all, not both');
  if (name === undefined && !all)
    throw new CommandError(
      `name a HOST${undo || repair ? ', or --all' : ''}: ${hostIds.join(', ')}`,
    );
  if (name !== undefined) {
    const id = readHostName(name);
    const files = ctx.hostFiles.files.filter((one) => one.id === id);
    const changed = undo || repair ? await changedFiles(ctx) : [];
    const there = await Promise.all(files.map(({ path }) => ctx.hostFiles.isThere(path)));
    const some = [
      ...files.filter(
        ({ path }, at) => there[at] === true && !changed.some((one) => one.path === path),
      ),
      ...changed.filter((one) => one.id === id),
    ];
    return some.length > 0 ? some : files.slice(0, 1);
  }
  return changedFiles(ctx);
}

/** Every file with an entry that Skillgate changed, by host. */
async function changedFiles(ctx: AppContext): Promise<readonly HostFilePath[]> {
  const ledger = await ctx.hostLedger.list();
  if (!ledger.ok) throw new CommandError(ledger.error, 'store');
  const lines = hostIds.flatMap((id) => ledger.value.filter(({ host }) => host === id));
  const files = lines.map(({ host, file }) => ({ id: host, path: file }));
  return files.filter(
    ({ id, path }, at) => files.findIndex((one) => one.id === id && one.path === path) === at,
  );
}

/** Null unless a person chose: then each app's usual way counts. */
function exposesOf(words: readonly string[]): readonly string[] | null {
  const chosen = readExposures(words);
  return chosen.length === 0 ? null : chosen.filter((one) => one !== 'skills');
}

const noServer = ({ undo, repair }: Given, plans: readonly HostPlan[], name: string): string =>
  `${plans.map(({ file }) => file.path).join(' and ')} ${plans.length > 1 ? 'have' : 'has'} no ` +
  `${undo || repair ? 'protected ' : ''}server ${JSON.stringify(name)}`;

async function planOf(
  ctx: AppContext,
  given: Given,
  at: HostFilePath,
  { found, plans }: { readonly found: Set<string>; readonly plans: readonly HostPlan[] },
): Promise<HostPlan> {
  const { server, undo, repair } = given;
  const wanted = ({ label }: { readonly label: string }, behind: string | null): boolean => {
    const names = [label, ...(behind === null ? [] : [behind])];
    for (const name of names) found.add(name);
    return server.length === 0 || names.some((name) => server.includes(name));
  };
  const planned = plans.flatMap(({ servers }) => servers);
  const exposes = exposesOf(given.expose);
  const plan = undo
    ? await planBack(ctx, at, wanted)
    : repair
      ? await planRepair(ctx, at, wanted)
      : await planThrough(ctx, at, wanted, { planned, exposes });
  if (!plan.ok) throw new CommandError(plan.error.message, plan.error.code);
  return plan.value;
}

function shown({ host, file, to, changes, servers, left, gone }: HostPlan): OutputLine[] {
  return [
    ...(changes.length > 0 ? [`${host.name}: ${placeOf(file)}`] : []),
    ...changes.flatMap(({ entry, server, line, lines }) => [
      `  ${entry.label}${entry.project === '' ? '' : `  (project ${entry.project})`}, ` +
        `line ${line}, ` +
        (to === 'through' ? `through Skillgate as ${server}:` : 'as it was before:'),
      // A tab stays one: indentation shown as \t would look like a change.
      ...lines.map(({ kind, text }) => ({ block: `  ${signs[kind]} ${text}` })),
    ]),
    ...servers.flatMap(({ label, config, isNew, isAllowed, program, origin }) => [
      `Skillgate ${isNew ? 'adds' : 'already has'} the server ${label}` +
        `${isAllowed ? ', which' : ', and'} may ` +
        (config.type === 'stdio' ? 'start:' : `contact ${addressText(maskUrl(config.url))}`),
      ...(config.type === 'stdio' ? startLines(startView(config, origin, program)) : []),
    ]),
    ...leftLines(left),
    ...gone.map(({ path }) => `already gone, forgotten: ${path.at(-1) ?? ''}`),
  ];
}

/** Entries that are left unchanged are said where all of those are. */
const triedLines = (tried: ProvedPlan['tried']): readonly string[] =>
  tried.flatMap(({ label, isLeft, text }) => (isLeft ? [] : [`${label}: ${text}`]));

const untestedHint =
  'To protect an entry anyway that works only directly, run it again with --untested.';

const leftLines = (left: HostPlan['left']): readonly string[] =>
  left.map(
    ({ label, project, reason }) =>
      `left unchanged: ${label}${project === '' ? '' : `  (project ${project})`}: ${reason}`,
  );

const signs = { same: ' ', removed: '-', added: '+' } as const;

function described({ host, file, to, changes, servers, left, gone }: HostPlan): object {
  return {
    host: host.id,
    path: file.path,
    to,
    changes: changes.map(({ entry, server, line, lines }) => ({
      label: entry.label,
      project: entry.project,
      server,
      line,
      lines,
    })),
    servers: servers.map(({ label, isNew }) => ({ label, isNew })),
    left,
    gone: gone.map(({ path }) => path.at(-1) ?? ''),
  };
}

/** Asks the person at the terminal; without one, the answer is no. */
async function agrees(lines: readonly OutputLine[], person: TerminalUser | null): Promise<boolean> {
  if (person === null) return false;
  person.say(lines);
  return (await person.ask('Write this? Type yes: ')) === 'yes';
}
