import type { ServerConfig } from '../server-config.ts';
import { isAbsolutePath } from './relative-path.ts';

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
