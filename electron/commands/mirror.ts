import { dirname, resolve } from 'node:path';
import { mirrorPath, setMirror } from '../storage/mirror.ts';
import { CommandError, type Command, type Output } from './command.ts';

/** `mirror [PATH | --off]`: a second copy of the decisions where other programs look for it. */
export const mirrorCommand: Command = async (ctx, options) => {
  const folder = dirname(ctx.approvals.state.path);
  const [path, ...more] = options.positionals;
  if (more.length > 0 || (path !== undefined && options.off === true))
    throw new CommandError('give one path, or --off');
  if (path === undefined && options.off !== true) return told(await mirrorPath(folder));
  const mirror = path === undefined ? null : resolve(path);
  const set = await setMirror(folder, mirror);
  if (!set.ok) throw new CommandError(set.error);
  return told(mirror);
};

const told = (mirror: string | null): Output => ({
  json: { mirror },
  human: [mirror === null ? 'no second copy is kept' : `a second copy is kept at ${mirror}`],
  exit: 0,
});
