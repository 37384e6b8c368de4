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

const record = '# installed: ';
/** Installations that are remembered; an app waits for none of them. */
const mostInstallations = 8;

/**
 * The program that apps start: the first of these installations that's still there. Apps' files
 * then name one path in the data folder, and no upgrade of Node or of Skillgate makes them start
 * nothing. An app may have another home folder, so the script names the data folder, too.
 * `isShared`: whether others may write a folder. The attacker makes a version in it, to be started
 * once the real one is gone.
 */
export const launcherScript = (
  installations: readonly GatewayLauncher[],
  dataFolder: string,
  isShared: (folder: string) => boolean,
): string =>
  [
    '#!/bin/sh',
    '# Skillgate writes this file. Apps start it as their server’s command.',
    ...installations.map((one) => `${record}${JSON.stringify([one.command, ...one.args])}`),
    `SKILLGATE_HOME=${shellQuoted(dataFolder)}; export SKILLGATE_HOME`,
    ...installations.map(startLine),
    // Later, because another version of Node was chosen only if its own is gone.
    ...new Set(installations.flatMap((one) => otherVersions(one, isShared))),
    "echo 'Skillgate is no longer installed where this app’s entry expects it. Install it and run" +
      " `skillgate protect --repair --all`, or `skillgate protect --undo --all`.' >&2",
    'exit 127',
    '',
  ].join('\n');

/** The installations of such a script, first the one it prefers; empty if it's something else. */
export const installationsIn = (script: string): readonly GatewayLauncher[] =>
  script.split('\n').flatMap((line) => {
    if (!line.startsWith(record)) return [];
    const words = parsed(line.slice(record.length));
    const [command, ...args] = Array.isArray(words) ? words.map(String) : [];
    return command === undefined ? [] : [{ command, args, env: {} }];
  });

/** With this installation preferred, or, if `isFirst` is false, as the last resort. */
export function withInstallation(
  known: readonly GatewayLauncher[],
  fresh: GatewayLauncher,
  isFirst: boolean,
): readonly GatewayLauncher[] {
  const own = { command: fresh.command, args: fresh.args, env: {} };
  const isOther = (one: GatewayLauncher): boolean =>
    JSON.stringify([one.command, one.args]) !== JSON.stringify([own.command, own.args]);
  if (!isFirst && !known.every(isOther)) return known;
  const others = known.filter(isOther);
  return isFirst
    ? [own, ...others].slice(0, mostInstallations)
    : [...others.slice(0, mostInstallations - 1), own];
}

const shellQuoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const startLine = ({ command, args }: GatewayLauncher): string => {
  const words = [command, ...args].map(shellQuoted);
  const script = args[0] === undefined ? '' : ` && [ -f ${shellQuoted(args[0])} ]`;
  return `[ -x ${words[0] ?? ''} ]${script} && exec ${words.join(' ')} "$@"`;
};

/** A folder that version managers and Homebrew name after a version: `v24.1.0`, `24.1.0_1`. */
const versionFolder = /^(.*\/)v?\d+(?:\.\d+){1,3}(?:_\d+)?(\/.*)$/;

/** The folders that hold versions of these installations. */
export const versionFolders = (installations: readonly GatewayLauncher[]): readonly string[] =>
  installations.flatMap(({ command }) => versionFolder.exec(command)?.[1] ?? []);

/** Whether an upgrade of what installed this program leaves nothing at its path. */
export const isVersioned = ({ command, args }: GatewayLauncher): boolean =>
  [command, ...args].some((path) => versionFolder.test(path));

/**
 * The same program where another version of Node has replaced its own. The attacker puts a
 * folder beside them, such as a clone, with a program at the same place.
 */
function otherVersions(
  { command, args: [script] }: GatewayLauncher,
  isShared: (folder: string) => boolean,
): readonly string[] {
  const [, root, program] = versionFolder.exec(command) ?? [];
  if (root === undefined || isShared(root) || program === undefined || script === undefined)
    return [];
  const version = command.slice(root.length, command.length - program.length);
  const own = `${root}${version}/`;
  const file = script.startsWith(own)
    ? `"$version"${shellQuoted(script.slice(own.length - 1))}`
    : shellQuoted(script);
  const node = `"$version"${shellQuoted(program)}`;
  return [
    `for version in ${shellQuoted(root)}v[0-9]*.[0-9]* ${shellQuoted(root)}[0-9]*.[0-9]*; ` +
      `do [ -x ${node} ] && [ -f ${file} ] && exec ${node} ${file} "$@"; done`,
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
