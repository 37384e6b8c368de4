import { windowsVariable } from '../../../shared/windows-program.ts';
import { isWholePath } from './relative-path.ts';

interface Search {
  readonly platform: NodeJS.Platform;
  /** The program's environment, including the PATH to search. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where it starts. */
  readonly folder: string;
  readonly isProgram: (path: string) => boolean;
}

/**
 * The file that a command means; null if there is none. On Windows a bare name is never looked up
 * in the start folder: the attacker puts an `npx.cmd` into a repository, which the system and most
 * programs would prefer to the one on the PATH.
 */
export function programPath(command: string, search: Search): string | null {
  return candidates(command, search).find(search.isProgram) ?? null;
}

function candidates(command: string, search: Search): readonly string[] {
  const { platform, folder } = search;
  const isWindows = platform === 'win32';
  const names = isWindows ? withEndings(command, search) : [command];
  if (isWholePath(command, platform)) return names;
  const isPath = command.includes('/') || (isWindows && command.includes('\\'));
  const folders = isPath ? [folder] : pathFolders(search);
  const separator = isWindows ? '\\' : '/';
  return folders.flatMap((one) =>
    names.map((name) => (/[\\/]$/.test(one) ? `${one}${name}` : `${one}${separator}${name}`)),
  );
}

/** A relative folder on the PATH is relative to the start folder. */
function pathFolders({ platform, env, folder }: Search): readonly string[] {
  const isWindows = platform === 'win32';
  const path = valueOf(env, 'PATH', isWindows) ?? '';
  const listed = path.split(isWindows ? ';' : ':');
  if (isWindows)
    return listed
      .map((one) => one.trim().replace(/^"(.*)"$/, '$1'))
      .filter((one) => isWholePath(one, platform));
  return listed.map((one) =>
    one.startsWith('/') ? one : one === '' ? folder : `${folder}/${one}`,
  );
}

const usualEndings = '.COM;.EXE;.BAT;.CMD';

function withEndings(command: string, { env }: Search): readonly string[] {
  const endings = (valueOf(env, 'PATHEXT', true) ?? usualEndings)
    .split(';')
    .filter((ending) => ending.startsWith('.'));
  const name = command.replace(/^.*[\\/]/, '');
  const added = endings.map((ending) => `${command}${ending.toLowerCase()}`);
  return name.includes('.') ? [command, ...added] : added;
}

function valueOf(env: Search['env'], name: string, anyCase: boolean): string | undefined {
  if (!anyCase) return env[name];
  return windowsVariable(env, name);
}
