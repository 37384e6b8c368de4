import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';

const changing = new Set(['writev', 'write', 'sync', 'datasync', 'truncate']);

/**
 * A disk that writes down, in order, what changes something: `sync approvals.json.next`. A step for
 * which `fail` gives an error is not done and throws it.
 */
export function recordingDisk(fail: (step: string) => Error | null = () => null): {
  readonly disk: FileSystem;
  readonly steps: string[];
} {
  const steps: string[] = [];
  const step = (name: string): void => {
    steps.push(name);
    const error = fail(name);
    if (error !== null) throw error;
  };
  const watched = (handle: FileHandle, file: string): FileHandle =>
    new Proxy(handle, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]): Promise<unknown> => {
          if (changing.has(String(name))) step(`${String(name)} ${file}`);
          return (value as (...all: unknown[]) => Promise<unknown>).apply(target, args);
        };
      },
    });
  const disk: FileSystem = {
    ...nodeDisk,
    open: async (path, flags, mode) =>
      watched(await nodeDisk.open(path, flags, mode), basename(path)),
    rename: async (from, to) => {
      step(`rename ${basename(from)} ${basename(to)}`);
      await nodeDisk.rename(from, to);
    },
    unlink: async (path) => {
      step(`unlink ${basename(path)}`);
      await nodeDisk.unlink(path);
    },
  };
  return { disk, steps };
}
