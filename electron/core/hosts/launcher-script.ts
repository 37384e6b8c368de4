import type { GatewayLauncher } from './gateway-entry.ts';

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
