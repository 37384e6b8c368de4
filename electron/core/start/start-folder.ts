import type { ServerConfig } from '../server-config.ts';

type Command = Extract<ServerConfig, { type: 'stdio' }>;

/**
 * The folder that a command starts in, as shown and as passed to the system; null for the empty one
 * that Skillgate provides. A relative `cwd` counts from `startIn`. Nothing is normalized: the
 * system follows links before it resolves `..`, so a normalized path could be another folder.
 */
export function startFolderOf({ cwd, startIn }: Pick<Command, 'cwd' | 'startIn'>): string | null {
  if (cwd === undefined) return startIn ?? null;
  if (startIn === undefined || isAbsolutePath(cwd)) return cwd;
  return `${startIn}${startIn.endsWith('/') || startIn.endsWith('\\') ? '' : '/'}${cwd}`;
}

/** Absolute on any system. */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|\\|[A-Za-z]:[\\/])/.test(path);

/** `/x` on POSIX; `C:\x` and `\\host\x` on Windows, where `\x` depends on the current drive. */
export const isWholePath = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' ? /^(?:[A-Za-z]:[\\/]|[\\/]{2})/.test(path) : path.startsWith('/');

/**
 * The first part of a command that means something else in another folder: the command or the `cwd`
 * as a relative path, an argument that starts with `./` or `../`, or one that names a file
 * (`isFile`). Null if there is none.
 */
export function relativePart(
  { command, args, cwd }: Command,
  platform: NodeJS.Platform,
  isFile: (path: string) => boolean,
): string | null {
  const isWhole = (path: string): boolean => isWholePath(path, platform);
  if (cwd !== undefined && !isWhole(cwd)) return cwd;
  const isPath = command.includes('/') || (platform === 'win32' && command.includes('\\'));
  if (isPath && !isWhole(command)) return command;
  if (cwd !== undefined) return null;
  return args.find((arg) => isDotted(arg) || (!isWhole(arg) && isFile(arg))) ?? null;
}

const isDotted = (arg: string): boolean => /^\.{1,2}(?:[\\/]|$)/.test(arg);
