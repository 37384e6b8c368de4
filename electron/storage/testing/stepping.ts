import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';

const changing = new Set(['writev', 'write', 'sync', 'datasync', 'truncate']);

/**
 * A disk that counts its steps and kills this process at the one that is numbered `at`: before it,
 * or, `after`, when it has been done. Of `changes` only what changes something is a step: between
 * two of these one death is as the other. `end`: what is done at that step in place of dying.
 */
export function steppingDisk(
  at: number,
  when: 'before' | 'after',
  of: 'all' | 'changes' = 'all',
  end: () => Promise<void> = die,
): { readonly disk: FileSystem; readonly steps: () => number } {
  let steps = 0;
  async function step<T>(work: () => Promise<T>, changes = false): Promise<T> {
    if (of === 'changes' && !changes) return work();
    steps += 1;
    const isLast = steps === at;
    if (isLast && when === 'before') await end();
    try {
      return await work();
    } finally {
      // Also when it failed: there may be nothing to remove.
      if (isLast && (when === 'after' || end === die)) await end();
    }
  }
  const stepping = (real: FileHandle): FileHandle =>
    new Proxy(real, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): Promise<unknown> =>
          step(
            () => (value as (...all: unknown[]) => Promise<unknown>).apply(target, args),
            changing.has(String(name)),
          );
      },
    });
  const disk: FileSystem = {
    open: (path, flags, mode) =>
      step(
        async () => stepping(await nodeDisk.open(path, flags, mode)),
        typeof flags === 'number' && (flags & constants.O_CREAT) !== 0,
      ),
    lstat: (path) => step(() => nodeDisk.lstat(path)),
    rename: (from, to) => step(() => nodeDisk.rename(from, to), true),
    unlink: (path) => step(() => nodeDisk.unlink(path), true),
    readdir: (path) => step(() => nodeDisk.readdir(path)),
  };
  return { disk, steps: () => steps };
}

async function die(): Promise<void> {
  process.kill(process.pid, 'SIGKILL');
}
