import { randomBytes } from 'node:crypto';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GatewayLauncher, HostLauncher } from '../../core/hosts/gateway-entry.ts';
import {
  installationsIn,
  launcherScript,
  versionFolders,
  withInstallation,
} from '../../core/hosts/launcher-script.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { commitOrDiscard, stageFile } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, messageOf } from '../disk/disk.ts';

const mostBytes = 256 * 1024;

/**
 * The program that apps' entries name: `bin/skillgate` in the data folder. On Windows an app can't
 * start a script without a shell, and installed programs keep their paths there, so entries name
 * the installation.
 */
export function hostLauncher(
  installation: GatewayLauncher,
  dataFolder: string,
  platform: NodeJS.Platform,
): HostLauncher {
  if (platform === 'win32')
    return { ...installation, installation, install: async () => ok(undefined) };
  const path = launcherPath(dataFolder);
  return {
    ...{ command: path, args: [], env: {}, installation },
    install: () => write(path, dataFolder, installation, true),
  };
}

/**
 * Lets apps fall back to this installation, if any app's entry names the launcher. The one that was
 * protected with stays first, so that running another copy once changes nothing.
 */
export async function offerInstallation(
  installation: GatewayLauncher,
  dataFolder: string,
): Promise<void> {
  const path = launcherPath(dataFolder);
  if (await isFile(path)) await write(path, dataFolder, installation, false);
}

const launcherPath = (dataFolder: string): string => join(dataFolder, 'bin', 'skillgate');

async function write(
  path: string,
  dataFolder: string,
  installation: GatewayLauncher,
  isFirst: boolean,
): Promise<Result<void, string>> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const before = await readBounded(path, mostBytes);
    if (!before.ok && before.error.reason !== 'missing') return err(before.error.message);
    const old = before.ok ? before.value.bytes.toString('utf8') : '';
    const known = installationsIn(old);
    const there = await Promise.all(known.map(isThere));
    const left = known.filter((_, at) => there[at] === true);
    const installations = withInstallation(left, installation, isFirst);
    const shared = new Set<string>();
    for (const folder of versionFolders(installations))
      if (await isWritableByOthers(folder)) shared.add(folder);
    const script = launcherScript(installations, dataFolder, (folder) => shared.has(folder));
    if (script === old) return ok(undefined);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const staged = await stageFile(path, temporary, [Buffer.from(script)]);
    try {
      await chmod(temporary, 0o700);
    } catch (error) {
      await staged.discard();
      throw error;
    }
    await commitOrDiscard(staged);
    return ok(undefined);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return err(`${path}: ${messageOf(error)}`);
  }
}

/** An installation that's gone may come back under the same path, but then it's added again. */
const isThere = async ({ command, args: [script] }: GatewayLauncher): Promise<boolean> =>
  (await isFile(command)) && (script === undefined || (await isFile(script)));

const isWritableByOthers = (folder: string): Promise<boolean> =>
  stat(folder).then(
    ({ mode }) => (mode & 0o002) !== 0,
    () => false,
  );

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
