import type { FileHandle } from 'node:fs/promises';
import { nodeDisk, type Disk } from '../disk/disk.ts';
import { openStore } from './forge.ts';

// Opens a data folder, and is killed at the step of the disk that is numbered: before it, or, with
// `after`, when it has been done. Says `done STEPS` when it gets to the end.
const [folder = '', at = '0', when = 'before'] = process.argv.slice(2);
let steps = 0;
async function step<T>(work: () => Promise<T>): Promise<T> {
  steps += 1;
  const isLast = steps === Number(at);
  if (isLast && when === 'before') process.kill(process.pid, 'SIGKILL');
  const done = await work();
  if (isLast) process.kill(process.pid, 'SIGKILL');
  return done;
}
const stepping = (real: FileHandle): FileHandle =>
  new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): Promise<unknown> =>
        step(() => (value as (...all: unknown[]) => Promise<unknown>).apply(target, args));
    },
  });
const disk: Disk = {
  open: (path, flags, mode) => step(async () => stepping(await nodeDisk.open(path, flags, mode))),
  lstat: (path) => step(() => nodeDisk.lstat(path)),
  rename: (from, to) => step(() => nodeDisk.rename(from, to)),
  unlink: (path) => step(() => nodeDisk.unlink(path)),
  readdir: (path) => step(() => nodeDisk.readdir(path)),
};
await openStore(folder, { disk });
process.stdout.write(`done ${steps}\n`);
