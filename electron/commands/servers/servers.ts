import { maskUrl } from '../../core/import/masked-target.ts';
import type { ServerConfig } from '../../core/server-config.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { addressText } from '../../../shared/written-out.ts';
import { isStartSeconds, leftSignInWords, startSecondsRange } from '../../../shared/model/plain.ts';
import type { SecretInput, ServerInput, ServerTarget } from '../../../shared/model/server.ts';
import {
  addServer,
  allowAddress,
  allowStart,
  removeServer,
  viewStart,
} from '../../engine/servers/configure.ts';
import { serverView } from '../../engine/catalogue/views.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
} from '../call/command.ts';
import { namedServer } from '../skills/targets.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { inTheClearOrNot, startLines } from './start-text.ts';
import { changesTheList } from './list-change.ts';
import { demandWhole, startFolderIn } from './start-in.ts';

interface Given {
  readonly words: readonly string[];
}
interface Named extends Given {
  readonly server: string | undefined;
}
interface Added extends Given {
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly cwd: string | undefined;
  readonly 'start-in': string | undefined;
  readonly env: readonly string[];
  readonly header: readonly string[];
  readonly 'start-timeout': string | undefined;
  readonly 'in-the-clear': boolean;
}

/** `servers remove LABEL`. */
export async function remove(ctx: AppContext, given: Named): Promise<CommandOutput> {
  changesTheList(ctx, 'remove');
  const label = labelOf(given);
  const removed = await removeServer(ctx, label, { decisions: false, cache: false });
  if (!removed.ok) throw new CommandError(removed.error.message, removed.error.code);
  const { signIn } = removed.value;
  const words = leftSignInWords[signIn];
  return {
    json: { removed: label, signIn },
    human: [`removed ${label}; its decisions are kept`, ...(words === '' ? [] : [words])],
    exit: 0,
  };
}

export function labelOf({ words: [label], server }: Named): string {
  const named = label ?? server;
  if (named === undefined) throw new CommandError('LABEL is missing');
  if (label !== undefined && server !== undefined)
    throw new CommandError('give LABEL or --server, not both');
  return named;
}

/** `servers list`. Starts nothing. */
export async function listServers(ctx: AppContext): Promise<CommandOutput> {
  const human: OutputLine[] = [];
  const described = async (server: CatalogueServer): Promise<object> => {
    const { label, source, target, identity, enabled } = serverView(ctx, server);
    const { config } = server.configured;
    const off = enabled ? '' : '  (off)';
    const about = { label, source, enabled, identity };
    if (!config.ok) {
      human.push(`${label}  can’t be used: ${config.error}${off}`);
      return { ...about, error: config.error };
    }
    const view = await viewStart(ctx, label);
    const { startTimeout } = target;
    const start = startTimeout === undefined ? '' : `  up to ${startTimeout} s to start`;
    human.push(`${label}  ${kindOf(target)}${start}${off}`);
    if (!view.ok) return { ...about, ...target };
    human.push(...startLines(view.value.start));
    return { ...about, ...target, ...view.value };
  };
  const servers: object[] = [];
  for (const server of ctx.catalogue.servers.values()) servers.push(await described(server));
  return {
    json: { servers },
    human: human.length > 0 ? human : ['No server is configured.'],
    exit: 0,
  };
}

const kindOf = (target: ServerTarget): string =>
  target.type === 'stdio' ? 'stdio' : `${target.type} ${addressText(target.url)}`;

/** `servers add LABEL`. Starts nothing. */
export async function add(
  ctx: AppContext,
  given: Added,
  here: CommandContext,
): Promise<CommandOutput> {
  changesTheList(ctx, 'add');
  const [label = '', ...command] = given.words;
  const folder = given['start-in'];
  const startIn = folder === undefined ? undefined : await startFolderIn(here.cwd, folder);
  const input = inputOf(given, command, startIn);
  demandWhole(ctx, input);
  const added = await inTheClearOrNot(here, given['in-the-clear'], (inTheClear) =>
    addServer(ctx, label, input, {
      connect: false,
      inTheClear,
      // The person typed this very command, which is the permission that a first start needs.
      mayStart: given.url === undefined,
    }),
  );
  // An entry that reads differently once it's written would still ask.
  if (given.url === undefined) await recordPermission(ctx, added.label);
  const { label: held } = added;
  return {
    json: { added: held },
    human: [
      `added ${held}`,
      ...(await missingProgram(ctx, held)),
      ...(await inTheClear(ctx, held)),
    ],
    exit: 0,
  };
}

/** Added all the same: the program may be installed later. */
async function missingProgram(
  { catalogue, startPlaces }: AppContext,
  label: string,
): Promise<string[]> {
  const config = catalogue.servers.get(label)?.configured.config;
  if (config?.ok !== true || config.value.type !== 'stdio') return [];
  if ((await startPlaces.programOf(config.value)) !== null) return [];
  const { command } = config.value;
  return [
    `${quoted(command)} wasn’t found on this machine, so ${label} can’t start until it’s installed`,
  ];
}

/** Which of the new entry's secrets anyone who reads the file can read. */
async function inTheClear({ secrets, catalogue }: AppContext, label: string): Promise<string[]> {
  const config = catalogue.servers.get(label)?.configured.config;
  const has = config?.ok === true && hasValues(config.value);
  const { clear } = has ? await secrets.state() : { clear: [] };
  const fields = clear.filter((one) => one.label === label).map(({ field }) => field);
  return fields.length === 0
    ? []
    : [
        'unencrypted in servers.json: ' +
          `${fields.join(', ')} (for alternatives, see \`skillgate keychain --help\`)`,
      ];
}

/** Checking further may need the keychain's key, and the keychain would ask the person. */
const hasValues = (config: ServerConfig): boolean =>
  config.type === 'stdio'
    ? config.args.length + Object.keys(config.env).length > 0
    : Object.keys(config.headers).length > 0;

const inputOf = (
  given: Added,
  command: readonly string[],
  startIn: string | undefined,
): ServerInput => {
  const seconds = given['start-timeout'];
  const input = targetOf(given, command, startIn);
  if (seconds === undefined) return input;
  if (!/^\d{1,4}$/.test(seconds) || !isStartSeconds(Number(seconds)))
    throw new CommandError(`--start-timeout takes ${startSecondsRange}`);
  return { ...input, startTimeout: Number(seconds) };
};

function targetOf(
  given: Added,
  [command, ...args]: readonly string[],
  startIn: string | undefined,
): ServerInput {
  if (given.url !== undefined) {
    if (command !== undefined) throw new CommandError('give a command or --url, not both');
    const type = given.type ?? 'http';
    if (type !== 'http' && type !== 'sse' && type !== 'well-known')
      throw new CommandError('--type takes http, sse or well-known');
    const implied = given.type === undefined ? ({ isTypeImplied: true } as const) : {};
    return { type, url: given.url, headers: pairs(given.header, 'header'), ...implied };
  }
  if (command === undefined) throw new CommandError('give the command after `--`, or --url');
  return {
    type: 'stdio',
    command,
    args,
    env: pairs(given.env, 'env'),
    ...(given.cwd === undefined ? {} : { cwd: given.cwd }),
    ...(startIn === undefined ? {} : { startIn }),
  };
}

function pairs(given: readonly string[], flag: string): Record<string, SecretInput> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CommandError(`--${flag} takes NAME=VALUE`);
      return [pair.slice(0, at), { set: pair.slice(at + 1) }];
    }),
  );
}

/**
 * `servers allow LABEL`. The attacker changes the list between the review and the permission: at a
 * terminal the command is shown and confirmed, elsewhere `--fingerprint` says which one was shown.
 */
export async function allow(
  ctx: AppContext,
  given: Named & { readonly fingerprint: string | undefined },
  { person }: Pick<CommandContext, 'person'>,
): Promise<CommandOutput> {
  const label = labelOf(given);
  const { config } = namedServer(ctx, label).configured;
  if (!config.ok) throw new CommandError(config.error, 'bad-input');
  if (config.value.type !== 'stdio' && given.fingerprint !== undefined)
    throw new CommandError(`${label} has an address, but --fingerprint is for commands`);
  const view = await viewStart(ctx, label);
  if (config.value.type !== 'stdio' || !view.ok) return recordPermission(ctx, label);
  const { fingerprint, start } = view.value;
  if (given.fingerprint !== undefined && given.fingerprint !== fingerprint)
    throw new CommandError(
      `${label}'s command doesn't have this fingerprint, so nothing was allowed. ` +
        'To review it, run `skillgate servers list`.',
      'stale',
    );
  if (given.fingerprint === undefined && person !== null) {
    person.say([`${label} would start:`, ...startLines(start)]);
    if (!/^y(?:es)?$/i.test(await person.ask(`Allow ${label} to start? [y/n] `)))
      throw new CommandError(`You didn't allow ${label}.`, 'needs-consent');
  }
  return recordPermission(ctx, label, fingerprint);
}

/** `shown`: the command that the person saw; omitted for one they just typed. */
async function recordPermission(
  ctx: AppContext,
  label: string,
  shown?: string,
): Promise<CommandOutput> {
  const { config } = namedServer(ctx, label).configured;
  if (!config.ok) throw new CommandError(config.error, 'bad-input');
  if (config.value.type !== 'stdio') {
    await allowAddress(ctx, label, config.value);
    const url = maskUrl(config.value.url);
    return {
      json: { allowed: label, url },
      human: [`${label} may be contacted: ${addressText(url)}`],
      exit: 0,
    };
  }
  const view = await viewStart(ctx, label);
  if (!view.ok) throw new CommandError(view.error.message, view.error.code);
  const { fingerprint, start } = view.value;
  const done = await allowStart(ctx, label, shown ?? fingerprint, { connect: false });
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  return {
    json: { allowed: label, fingerprint, start },
    human: [`${label} may start:`, ...startLines(start)],
    exit: 0,
  };
}
