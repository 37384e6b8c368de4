import { homedir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ComposeOptions } from '../compose.ts';
import type { Command, Options } from './command.ts';
import { help, overview } from './help.ts';
import { complain, print } from './terminal.ts';

/** Commands over the configured servers; each module is loaded only when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./list.ts')).listCommand,
  show: async () => (await import('./show.ts')).showCommand,
  read: async () => (await import('./read.ts')).readCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  load: async () => (await import('./check.ts')).loadCommand,
  approve: async () => (await import('./decide.ts')).approveCommand,
  deny: async () => (await import('./decide.ts')).denyCommand,
  revoke: async () => (await import('./decide.ts')).revokeCommand,
  templates: async () => (await import('./templates.ts')).templatesCommand,
  servers: async () => (await import('./servers.ts')).serversCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./bundle.ts')).importCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  forget: async () => (await import('./forget.ts')).forgetCommand,
  mirror: async () => (await import('./mirror.ts')).mirrorCommand,
};

const flags = {
  server: { type: 'string' },
  uri: { type: 'string' },
  file: { type: 'string' },
  note: { type: 'string' },
  expires: { type: 'string' },
  grant: { type: 'string', multiple: true },
  'read-all': { type: 'boolean' },
  expand: { type: 'string', multiple: true },
  url: { type: 'string' },
  type: { type: 'string' },
  cwd: { type: 'string' },
  env: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  config: { type: 'string' },
  resources: { type: 'string' },
  identity: { type: 'string' },
  as: { type: 'string' },
  output: { type: 'string' },
  off: { type: 'boolean' },
  bundle: { type: 'string' },
  name: { type: 'string' },
  'trust-key': { type: 'boolean' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  port: { type: 'string' },
  idle: { type: 'string' },
  'no-open': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: flags, allowPositionals: true, strict: true });

/**
 * Runs one command line. Gives the exit code; a mistake in the call is one line on stderr and 2.
 */
export async function runCli(argv: readonly string[], version: string): Promise<number> {
  try {
    const { values, positionals } = parse(argv);
    const [name, ...rest] = positionals;
    if (values.version === true) return say(version);
    if (name === undefined)
      return values.help === true
        ? say(overview(version))
        : complain(`no command given; see \`skillgate --help\``);
    const text = Object.hasOwn(help, name) ? help[name] : undefined;
    if (text === undefined)
      return complain(`there is no command ${JSON.stringify(name)}; see \`skillgate --help\``);
    if (values.help === true) return say(text);
    if (name === 'check' && values.resources !== undefined)
      return await (await import('./check-resources.ts')).runCheckResources(argv);
    return await runNamed(name, rest, values, version);
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

async function runNamed(
  name: string,
  positionals: readonly string[],
  values: Values,
  version: string,
): Promise<number> {
  const place = { platform: process.platform, home: homedir(), env: process.env };
  const sessionConfig = values.config ?? process.env['SKILLGATE_CONFIG'] ?? null;
  const composing: ComposeOptions = {
    place,
    cwd: process.cwd(),
    version,
    userName: nameOfUser(),
    sample: {
      command: process.execPath,
      args: [fileURLToPath(new URL('sample-server.js', bundleFolder()))],
    },
    sessionConfig: sessionConfig === '' ? null : sessionConfig,
    autoRetry: name === 'serve',
    keepLog: name === 'serve',
  };
  if (name === 'sample-server') {
    // An entry of its own in the build; importing it runs it.
    await import('../sample/server.ts');
    return new Promise<number>(() => {});
  }
  if (name === 'audit')
    return (await import('./audit.ts'))
      .auditCommand(composing, positionals)
      .then((output) => print(output, values.json === true));
  if (name === 'serve') return serveFor(composing, values);
  const load = commands[name];
  if (load === undefined)
    return complain(`there is no command ${JSON.stringify(name)}; see \`skillgate --help\``);
  const [command, { composeCore }, { shutDown }] = await Promise.all([
    load(),
    import('../compose.ts'),
    import('../usecases/application.ts'),
  ]);
  const core = await composeCore(composing);
  if (!core.ok) return complain(core.error);
  const { ctx } = core.value;
  const stop = (): void => void shutDown(ctx).finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  const { grant = [], env = [], header = [], expand = [], ...single } = values;
  const options: Options = { ...single, grant, env, header, expand, positionals };
  try {
    return await print(await command(ctx, options), values.json === true);
  } finally {
    await shutDown(ctx);
  }
}

async function serveFor(composing: ComposeOptions, values: Values): Promise<number> {
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return complain('--port takes a number from 0 to 65535');
  const idle = values.idle === undefined ? null : Number(values.idle);
  if (idle !== null && !(idle > 0)) return complain('--idle takes a number of minutes');
  const { serve } = await import('../serve.ts');
  await serve({
    compose: composing,
    port,
    open: values['no-open'] !== true,
    idleMinutes: idle,
    pageFolder: fileURLToPath(new URL('renderer', bundleFolder())),
  });
  return 0;
}

/** The folder of the build: chunks lie one below the entries. */
function bundleFolder(): string {
  const here = new URL('.', import.meta.url).href;
  return here.endsWith('/chunks/') ? new URL('..', here).href : here;
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

function say(text: string): number {
  console.log(text);
  return 0;
}
