import type { ServerConfig } from '../server-config.ts';

type Command = Extract<ServerConfig, { type: 'stdio' }>;

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
