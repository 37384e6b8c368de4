import { dirname, resolve } from 'node:path';
import { mirrorPath, setMirror } from '../../storage/approvals/mirror.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';

/**
 * `mirror [PATH | --off]`: keeps a second copy of the decisions where other programs look for it.
 */
export async function mirror(
  ctx: AppContext,
  { words: [path], off }: { readonly words: readonly string[]; readonly off: boolean },
  { cwd }: CommandContext,
): Promise<CommandOutput> {
  const folder = dirname(ctx.approvals.state.path);
  if (path !== undefined && off) throw new CommandError('give a PATH or --off, not both');
  if (path === undefined && !off) return told(await mirrorPath(folder));
  const copy = path === undefined ? null : resolve(cwd, path);
  const set = await setMirror(folder, copy);
  if (!set.ok) throw new CommandError(set.error, 'store');
  return told(copy);
}

const told = (copy: string | null): CommandOutput => ({
  json: { mirror: copy },
  human: [copy === null ? 'no second copy is kept' : `a second copy is kept at ${copy}`],
  exit: 0,
});
