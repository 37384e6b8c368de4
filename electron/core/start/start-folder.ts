import type { ServerConfig } from '../server-config.ts';
import { isAbsolutePath } from './relative-path.ts';

type Command = Extract<ServerConfig, { type: 'stdio' }>;

/**
 * The folder that a command starts in, as it is shown and as it is handed to the system; null for the
 * empty one that Skillgate keeps. A relative `cwd` counts from `startIn`. Nothing is normalized: the
 * system follows links before it takes `..`, so a tidied path could be another folder.
 */
export function startFolderOf({ cwd, startIn }: Pick<Command, 'cwd' | 'startIn'>): string | null {
  if (cwd === undefined) return startIn ?? null;
  if (startIn === undefined || isAbsolutePath(cwd)) return cwd;
  return `${startIn}${startIn.endsWith('/') || startIn.endsWith('\\') ? '' : '/'}${cwd}`;
}
