import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readdir,
  realpath,
  stat,
  unlink,
} from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { HostFile, HostFiles } from '../../engine/ports/hosts.ts';
import { commitOrDiscard, stageFile, writeAtomic } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import {
  type MachineInfo,
  codeOf,
  messageOf,
  nodeDisk,
  type FileSystem,
} from '../disk/data-folder.ts';
import { hostFilePaths } from './host-paths.ts';
import {
  type GatewayLauncher,
  type HostLauncher,
  installationsIn,
  launcherScript,
  versionFolders,
  withInstallation,
} from '../../core/hosts/gateway-entry.ts';

/** Claude Code keeps the history of its projects in the same file. */
const mostBytes = 32 * 1024 * 1024;
const backupsOfOneHost = 5;

/**
 * The files of MCP hosts. A link is followed: people keep these files in a dotfiles folder, and
 * the link must stay one.
 */
export function openHostFiles(
  place: MachineInfo,
  dataFolder: string,
  disk: FileSystem = nodeDisk,
  cwd: string | null = null,
): HostFiles {
  const folder = join(dataFolder, 'host-backups');
  return {
    files: hostFilePaths(place, cwd),

    async read(path) {
      const real = await realOf(path);
      if (!real.ok) return real;
      const file = await readBounded(real.value, mostBytes, { own: false, disk });
      if (file.ok) {
        const mode = await stat(real.value).then(
          (stats) => stats.mode,
          () => 0o600,
        );
        return ok({
          path,
          real: real.value,
          bytes: file.value.bytes,
          isReadOnly: (mode & 0o222) === 0,
        });
      }
      return err({
        reason: file.error.reason === 'missing' ? 'missing' : 'unreadable',
        message: file.error.message,
      });
    },

    replace: (file, bytes) => replaceFile(file, bytes, disk),

    async keep(id, bytes, at) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, `${id}-${at.replaceAll(':', '-')}`);
        await writeAtomic(path, [bytes], disk);
        const older = (await readdir(folder))
          .filter((name) => /^(.*)-\d{4}-/.exec(name)?.[1] === id && !name.endsWith('.tmp'))
          .toSorted()
          .slice(0, -backupsOfOneHost);
        await Promise.all(older.map((name) => unlink(join(folder, name))));
        return ok(path);
      } catch (error) {
        if (codeOf(error) === '') throw error;
        return err(`${folder}: ${messageOf(error)}`);
      }
    },

    async copies() {
      const names = await readdir(folder).catch(() => []);
      return names.toSorted().map((name) => join(folder, name));
    },

    async canStart(command) {
      return access(command, constants.X_OK).then(
        async () => (await stat(command)).isFile(),
        () => false,
      );
    },
    isThere: isFile,
  };
}

/** Writes a file of a host again, unless another program has written it since it was read. */
async function replaceFile(
  { path, real, bytes: before }: HostFile,
  bytes: Uint8Array,
  disk: FileSystem,
): ReturnType<HostFiles['replace']> {
  const temporary = `${real}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const { mode, uid, gid } = await stat(real);
    const staged = await stageFile(real, temporary, [bytes], disk);
    try {
      await chmod(temporary, mode & 0o7777);
      if (process.getuid?.() === 0) await chown(temporary, uid, gid);
      // Another program may have written since: what it wrote must not be lost. What is left
      // is the moment between this look and the rename.
      const [still, now] = await Promise.all([
        realOf(path),
        readBounded(real, mostBytes, { own: false, disk }),
      ]);
      if (!still.ok || still.value !== real || !now.ok || !now.value.bytes.equals(before)) {
        await staged.discard();
        return err({ reason: 'changed', message: `${path} changed in the meantime` });
      }
    } catch (error) {
      await staged.discard();
      throw error;
    }
    await commitOrDiscard(staged);
    return ok(undefined);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return err({ reason: 'unwritable', message: `${path}: ${messageOf(error)}` });
  }
}

async function realOf(path: string) {
  try {
    return ok(await realpath(path));
  } catch (error) {
    const code = codeOf(error);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return err({
      reason: isMissing ? ('missing' as const) : ('unreadable' as const),
      message: isMissing ? `${path} doesn’t exist` : `${path}: ${messageOf(error)}`,
    });
  }
}

const mostLauncherBytes = 256 * 1024;

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
    const before = await readBounded(path, mostLauncherBytes);
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
