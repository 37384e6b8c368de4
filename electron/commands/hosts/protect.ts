import { hostIds, type HostId } from '../../../shared/model/plain.ts';
import { addressText } from '../../../shared/address-text.ts';
import { startView } from '../../core/start/view.ts';
import { maskUrl } from '../../core/import/masked-target.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { applyPlan } from '../../engine/hosts/apply.ts';
import { type HostPlan, placeOf, planBack, planThrough } from '../../engine/hosts/plan.ts';
import { CommandError, type OutputLine, type CommandOutput } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';
import type { TerminalUser } from '../call/terminal-user.ts';
import { startLines } from '../servers/start-text.ts';

interface Given {
  readonly words: readonly string[];
  readonly server: readonly string[];
  readonly 'dry-run': boolean;
  readonly undo: boolean;
  readonly all: boolean;
  readonly yes: boolean;
}

/**
 * The person confirms this, too: the backup can't be encrypted, because an undo must work without a
 * keychain.
 */
const keptInTheClear =
  'Skillgate keeps a backup of the original so that you can undo this. The backup is unencrypted, in files only you can read; without a keychain, so are the secrets moved to servers.json.';

/** `protect HOST`, `protect --undo HOST`, `protect --undo --all`. */
export async function protect(
  ctx: EngineParts,
  given: Given,
  { person }: CommandContext,
): Promise<CommandOutput> {
  const plans: HostPlan[] = [];
  const failed: string[] = [];
  for (const id of await hostsOf(ctx, given)) {
    try {
      plans.push(await planOf(ctx, given, id));
    } catch (error) {
      // An app whose file can't be read must not keep the others from being undone.
      if (!given.all || !(error instanceof CommandError)) throw error;
      failed.push(error.message);
    }
  }
  const human = [
    ...plans.flatMap((plan) => shown(plan, ctx.servers.path)),
    ...failed.map((message) => `left unchanged: ${message}`),
  ];
  const json = { hosts: plans.map(described), failed };
  const isLeft = failed.length > 0 || plans.some(({ left }) => left.length > 0);
  const todo = plans.filter(({ changes, gone }) => changes.length + gone.length > 0);
  if (todo.length === 0) {
    const nothing = isLeft ? [] : ['Nothing to do.'];
    return {
      json: { ...json, written: false },
      human: [...human, ...nothing],
      exit: isLeft ? 1 : 0,
    };
  }
  if (!given.undo) human.push(keptInTheClear);
  if (given['dry-run']) return { json: { ...json, written: false }, human, exit: isLeft ? 1 : 0 };
  if (!given.yes && !(await agrees(human, person)))
    return {
      json: { ...json, written: false },
      human: [...human, 'Nothing was written. Run it again with --yes to write this.'],
      exit: 3,
    };
  const done: string[] = [];
  for (const plan of todo) {
    const applied = await applyPlan(ctx, plan);
    if (!applied.ok) {
      if (!given.all) throw new CommandError(applied.error.message, applied.error.code);
      failed.push(applied.error.message);
      done.push(`left unchanged: ${applied.error.message}`);
      continue;
    }
    const { backup } = applied.value;
    done.push(`written: ${plan.file.path}${backup === null ? '' : `  (backup: ${backup})`}`);
  }
  const after = given.undo || done.length === 0 ? [] : ['Restart the app to apply the change.'];
  return {
    json: { ...json, written: true },
    human: [...(given.yes ? human : []), ...done, ...after],
    exit: isLeft || failed.length > 0 ? 1 : 0,
  };
}

/** `Claude Code` and `claude_code` mean claude-code. */
const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** One letter more, less or other, or the beginning of a name. */
function isClose(known: string, given: string): boolean {
  if (given.length >= 3 && (known.startsWith(given) || given.startsWith(known))) return true;
  let same = 0;
  while (same < given.length && given[same] === known[same]) same += 1;
  const [left, more] = [known.slice(same), given.slice(same)];
  return [left.slice(1), left].some((rest) => [more.slice(1), more].includes(rest));
}

async function hostsOf(ctx: EngineParts, { words: [name], undo, all }: Given): Promise<HostId[]> {
  if (name !== undefined && all) throw new CommandError('give HOST or --all, not both');
  if (name === undefined && !all)
    throw new CommandError(`name a HOST${undo ? ', or --all' : ''}: ${hostIds.join(', ')}`);
  if (name !== undefined) {
    const id = hostIds.find((one) => normalizedName(one) === normalizedName(name));
    if (id === undefined) {
      const close = hostIds.find((one) => isClose(normalizedName(one), normalizedName(name)));
      throw new CommandError(
        `${JSON.stringify(name)} is not one of ${hostIds.join(', ')}` +
          (close === undefined ? '' : `; did you mean ${close}?`),
      );
    }
    return [id];
  }
  const ledger = await ctx.hostLedger.list();
  if (!ledger.ok) throw new CommandError(ledger.error, 'store');
  return hostIds.filter((id) => ledger.value.some(({ host }) => host === id));
}

async function planOf(
  ctx: EngineParts,
  { server, undo, all }: Given,
  id: HostId,
): Promise<HostPlan> {
  const found = new Set<string>();
  const wanted = ({ label }: { readonly label: string }, behind: string | null): boolean => {
    const names = [label, ...(behind === null ? [] : [behind])];
    for (const name of names) found.add(name);
    return server.length === 0 || names.some((name) => server.includes(name));
  };
  const plan = undo ? await planBack(ctx, id, wanted) : await planThrough(ctx, id, wanted);
  if (!plan.ok) throw new CommandError(plan.error.message, plan.error.code);
  const missing = server.find((name) => !found.has(name));
  if (missing !== undefined && !all)
    throw new CommandError(
      `${plan.value.file.path} has no ${undo ? 'protected ' : ''}server ${JSON.stringify(missing)}`,
      'not-found',
    );
  return plan.value;
}

function shown(
  { host, file, to, changes, servers, left, gone }: HostPlan,
  origin: string,
): OutputLine[] {
  return [
    ...(changes.length > 0 ? [`${host.name}: ${placeOf(file)}`] : []),
    ...changes.flatMap(({ entry, server, line, lines }) => [
      `  ${entry.label}${entry.project === '' ? '' : `  (project ${entry.project})`}, line ${line}, ${
        to === 'through' ? `through Skillgate as ${server}` : 'as it was before'
      }:`,
      // A tab stays one: indentation shown as \t would look like a change.
      ...lines.map(({ kind, text }) => ({ block: `  ${signs[kind]} ${text}` })),
    ]),
    ...servers.flatMap(({ label, config, isNew }) => [
      `${isNew ? `Skillgate adds the server ${label}` : `Skillgate already has the server ${label}`}, and may ${
        config.type === 'stdio' ? 'start:' : `contact ${addressText(maskUrl(config.url))}`
      }`,
      ...(config.type === 'stdio' ? startLines(startView(config, origin)) : []),
    ]),
    ...left.map(
      ({ label, project, reason }) =>
        `left unchanged: ${label}${project === '' ? '' : `  (project ${project})`}: ${reason}`,
    ),
    ...gone.map(({ path }) => `already gone, forgotten: ${path.at(-1) ?? ''}`),
  ];
}

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
