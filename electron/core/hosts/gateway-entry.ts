import type { Result } from '../../../shared/result.ts';
import type { ServerConfig } from '../server-config.ts';
import { loadsCode } from '../start/loader-variables.ts';

/** What Skillgate calls itself where it tries a server as an app would. */
export const trialClient = 'skillgate-doctor';

/** How another program starts this Skillgate: absolute, whatever its folder and `PATH`. */
export interface GatewayLauncher {
  readonly command: string;
  /** Arguments before the command line's own: the script, if there is one. */
  readonly args: readonly string[];
  /** The environment it needs to find the same decisions. */
  readonly env: Readonly<Record<string, string>>;
}

/** What an app's entry names, and the program that it leads to. */
export interface HostLauncher extends GatewayLauncher {
  /** This Skillgate itself, which entries of earlier versions name. */
  readonly installation: GatewayLauncher;
  /**
   * Makes sure that the named program is there and starts this Skillgate. The error is one line.
   */
  readonly install: () => Promise<Result<void, string>>;
}

/** An app's entry that starts a gateway in front of a server. */
export interface GatewayEntry extends GatewayLauncher {
  /** Skillgate's label of the server. */
  readonly server: string;
  /** Who the server must be (`identityPin`); null if the entry leaves it open. */
  readonly pin: string | null;
  /** Values of `--expose`: in which other ways the app sees skills. */
  readonly exposes?: readonly string[];
}

/** All arguments of the entry. */
export const gatewayArgs = ({ args, server, pin, exposes }: GatewayEntry): readonly string[] => [
  ...args,
  'gateway',
  ...option('--server', server),
  ...(pin === null ? [] : option('--identity', pin)),
  ...(exposes ?? []).flatMap((what) => option('--expose', what)),
];

/** The command line accepts a value that looks like a flag only if it is joined. */
const option = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`${name}=${value}`] : [name, value];

/**
 * Reads an entry that starts a gateway; null if it doesn't. Judges only its form: callers compare
 * `command` and `args` to find out whether its program is Skillgate.
 */
export function gatewayEntry(config: ServerConfig): GatewayEntry | null {
  if (config.type !== 'stdio') return null;
  const at = config.args.indexOf('gateway');
  const launcher = config.args.slice(0, at);
  const isOurs =
    at === 0
      ? /(?:^|[\\/])skillgate(?:\.exe|\.cmd)?$/i.test(config.command)
      : at === 1 && /(?:^|[\\/])cli\.js$/i.test(launcher[0] ?? '');
  if (!isOurs) return null;
  const words = config.args.slice(at + 1);
  const given = optionsOf(words);
  const server = given.get('--server');
  if (server === undefined) return null;
  const pin = given.get('--identity') ?? null;
  const entry = { command: config.command, args: launcher, env: config.env, server, pin };
  const exposes = exposedIn(words);
  return exposes.length === 0 ? entry : { ...entry, exposes };
}

const exposedIn = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (word.startsWith('--expose=')) return [word.slice('--expose='.length)];
    return word === '--expose' ? words.slice(at + 1, at + 2) : [];
  });

function optionsOf(words: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const joined = /^(--[a-z]+)=(.*)$/s.exec(word);
    if (joined !== null) given.set(joined[1] ?? '', joined[2] ?? '');
    else if (word.startsWith('--')) given.set(word, words[(at += 1)] ?? '');
  }
  return given;
}

/** Whether an entry starts this Skillgate, with the same decisions. */
export const startsOwn = (entry: GatewayEntry, launcher: HostLauncher): boolean =>
  same(entry, launcher) || isDirect(entry, launcher.installation);

/** Whether it names an installation itself, as earlier versions wrote it. */
export const isDirect = (entry: GatewayEntry, installation: GatewayLauncher): boolean =>
  same(entry, installation);

/** Which decisions it uses counts as well: the attacker has others. */
const same = (a: GatewayLauncher, b: GatewayLauncher): boolean =>
  JSON.stringify([a.command, a.args, a.env['SKILLGATE_HOME'] ?? '']) ===
  JSON.stringify([b.command, b.args, b.env['SKILLGATE_HOME'] ?? '']);

const ownOptions: ReadonlySet<string> = new Set(['--server', '--identity', '--expose']);

/**
 * Anything in such an entry that Skillgate never writes and that can change what it does: the
 * attacker edits an app's file and leaves the words that people look for.
 */
export function strangersIn(
  { args, env }: Extract<ServerConfig, { type: 'stdio' }>,
  { installation }: HostLauncher,
): readonly string[] {
  const words = args.slice(args.indexOf('gateway') + 1);
  const strange = words.filter((word, at) => {
    if (word.startsWith('-') && word !== '-') return !ownOptions.has(word.replace(/=.*$/s, ''));
    return !(words[at - 1] ?? '').startsWith('--') || (words[at - 1] ?? '').includes('=');
  });
  const variables = Object.keys(env).filter(
    (name) => loadsCode(name) && env[name] !== installation.env[name],
  );
  return [...strange, ...variables];
}

/**
 * Why an app must not point at this program: it will be gone after the next restart or cleanup, and
 * the app would start nothing. Null if it may.
 */
export function launcherProblem(
  { command, args }: GatewayLauncher,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const program = args[0] ?? command;
  const mount = env['APPDIR'];
  if (program.startsWith('/tmp/.mount_') || (mount && program.startsWith(`${mount}/`)))
    return (
      'Skillgate runs from an AppImage, whose path changes at every start. ' +
      'Install the package instead.'
    );
  if (program.includes('/AppTranslocation/'))
    return 'Skillgate runs from its download folder. Move it to Applications first.';
  if (/[\\/]_npx[\\/]/.test(program))
    return 'This is npx’s temporary copy. Install Skillgate first.';
  return /^(?:[A-Za-z]:)?[\\/]/.test(command)
    ? null
    : `${command} is not an absolute path, and apps look for programs elsewhere.`;
}
