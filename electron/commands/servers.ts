import { startFingerprint } from '../core/start-fingerprint.ts';
import type { SecretInput, ServerInput, ServerTarget } from '../../shared/model/server.ts';
import { addServer, allowStart, removeServer } from '../usecases/servers/configure.ts';
import { serverView } from '../usecases/catalogue/views.ts';
import { CommandError, required, type Command, type Options } from './command.ts';
import { namedServer } from './targets.ts';
import type { Context } from '../usecases/context.ts';

/** `servers list|add|remove|allow`. Starts nothing. */
export const serversCommand: Command = async (ctx, options) => {
  const [action = 'list', ...rest] = options.positionals;
  if (action === 'list') return listed(ctx);
  if (ctx.options.sessionConfig !== null && action !== 'allow')
    throw new CommandError(
      `servers ${action} changes servers.json; a --config list is for one run only`,
    );
  switch (action) {
    case 'add':
      return add(ctx, options, rest);
    case 'remove': {
      const label = rest[0] ?? required(options.server, 'server');
      const removed = await removeServer(ctx, label, { decisions: false, cache: false });
      if (!removed.ok) throw new CommandError(removed.error.message);
      return {
        json: { removed: label },
        human: [`removed ${label}; its decisions are kept`],
        exit: 0,
      };
    }
    case 'allow': {
      const server = namedServer(ctx, rest[0] ?? required(options.server, 'server'));
      return allow(ctx, server.label);
    }
    default:
      throw new CommandError(`there is no \`servers ${action}\`; see \`skillgate servers --help\``);
  }
};

function listed(ctx: Context): ReturnType<Command> {
  const servers = [...ctx.world.servers.values()].map((server) => {
    const { label, source, target, identity, enabled } = serverView(ctx, server);
    const { config } = server.configured;
    return { label, source, enabled, identity, ...(config.ok ? target : { error: config.error }) };
  });
  const human = servers.map(
    (server) =>
      `${server.label}  ${'error' in server ? `cannot be used: ${server.error}` : lineOf(server)}${server.enabled ? '' : '  (off)'}`,
  );
  return Promise.resolve({
    json: { servers },
    human: human.length > 0 ? human : ['No server is configured.'],
    exit: 0,
  });
}

const lineOf = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? ['stdio', target.command, ...target.args].join(' ')
    : `${target.type} ${target.url}`;

async function add(
  ctx: Context,
  options: Options,
  [label, ...command]: readonly string[],
): ReturnType<Command> {
  if (label === undefined)
    throw new CommandError('give the server a label: `skillgate servers add LABEL ...`');
  const added = await addServer(ctx, label, inputOf(options, command), { connect: false });
  if (!added.ok) throw new CommandError(added.error.message);
  // The person typed this very command, which is the yes that a first start asks for.
  if (options.url === undefined) await allow(ctx, added.value.label);
  return { json: { added: added.value.label }, human: [`added ${added.value.label}`], exit: 0 };
}

function inputOf(options: Options, [command, ...args]: readonly string[]): ServerInput {
  if (options.url !== undefined) {
    if (command !== undefined) throw new CommandError('give a command or --url, not both');
    const type = options.type ?? 'http';
    if (type !== 'http' && type !== 'sse' && type !== 'well-known')
      throw new CommandError('--type is http, sse or well-known');
    return { type, url: options.url, headers: pairs(options.header, 'header') };
  }
  if (command === undefined) throw new CommandError('give the command after `--`, or --url');
  return {
    type: 'stdio',
    command,
    args,
    env: pairs(options.env, 'env'),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
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

async function allow(ctx: Context, label: string): ReturnType<Command> {
  const { config } = namedServer(ctx, label).configured;
  if (!config.ok) throw new CommandError(config.error);
  if (config.value.type !== 'stdio')
    throw new CommandError(`${label} is not a command; it needs no consent`);
  const allowed = await allowStart(ctx, label, startFingerprint(config.value), { connect: false });
  if (!allowed.ok) throw new CommandError(allowed.error.message);
  return {
    json: { allowed: label },
    human: [`may start: ${[config.value.command, ...config.value.args].join(' ')}`],
    exit: 0,
  };
}
