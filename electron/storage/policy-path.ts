import { lstat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { type MachineInfo, codeOf } from './disk/data-folder.ts';

export interface PolicyPlace {
  readonly path: string;
  /** `SKILLGATE_POLICY` names it: then it has to be there. */
  readonly named: boolean;
}

/**
 * Where this machine's administrator puts the policy; `SKILLGATE_POLICY` names another file.
 * Absolute.
 */
export function policyPath(
  { platform, env }: Pick<MachineInfo, 'platform' | 'env'>,
  cwd: string,
): PolicyPlace {
  const paths = platform === 'win32' ? win32 : posix;
  const chosen = env['SKILLGATE_POLICY'];
  if (chosen !== undefined && chosen !== '')
    return { path: paths.resolve(cwd, chosen), named: true };
  if (platform === 'win32')
    return {
      path: win32.join(env['PROGRAMDATA'] || 'C:\\ProgramData', 'skillgate', 'policy.json'),
      named: false,
    };
  return {
    path:
      platform === 'darwin'
        ? '/Library/Application Support/skillgate/policy.json'
        : '/etc/skillgate/policy.json',
    named: false,
  };
}

/** False only where plainly nothing is there, be it a link to nowhere. */
export async function mayExist({ path, named }: PolicyPlace): Promise<boolean> {
  return (
    named ||
    lstat(path).then(
      () => true,
      (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
    )
  );
}
