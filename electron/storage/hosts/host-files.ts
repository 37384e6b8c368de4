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
import { join } from 'node:path';
import { err, ok } from '../../../shared/result.ts';
import type { HostFile, HostFiles } from '../../engine/ports/hosts.ts';
import { commitOrDiscard, stageFile, writeAtomic } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import type { MachineInfo } from '../disk/data-folder.ts';
import { codeOf, messageOf, nodeDisk, type FileSystem } from '../disk/disk.ts';
import { hostFilePaths } from './host-paths.ts';

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
    async isThere(path) {
      return stat(path).then(
        (stats) => stats.isFile(),
        () => false,
      );
    },
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
