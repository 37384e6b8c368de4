import { readFileSync } from 'node:fs';
import { rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { openStore, put, temporaryFolder } from '../testing/forge.ts';

const figures = (text: string): void => void process.stdout.write(`    ${text}\n`);

describe('a disk that fails', () => {
  /**
   * Every operation of a commit, counted; the one numbered `failing` and, when it goes on, all
   * after it fail.
   */
  function failingDisk(
    code: string,
    failing: number,
    goesOn: boolean,
  ): { readonly disk: FileSystem; readonly count: () => number } {
    let count = 0;
    const attempt = <T>(work: () => Promise<T>): Promise<T> => {
      count += 1;
      return count === failing || (goesOn && count > failing)
        ? Promise.reject(Object.assign(new Error(code), { code }))
        : work();
    };
    const handle = (real: FileHandle): FileHandle =>
      new Proxy(real, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          const call = (...args: unknown[]): Promise<unknown> =>
            (value as (...all: unknown[]) => Promise<unknown>).apply(target, args);
          return name === 'close' ? call : (...args: unknown[]) => attempt(() => call(...args));
        },
      });
    const disk: FileSystem = {
      open: (path, flags, mode) =>
        attempt(async () => handle(await nodeDisk.open(path, flags, mode))),
      lstat: (path) => attempt(() => nodeDisk.lstat(path)),
      rename: (from, to) => attempt(() => nodeDisk.rename(from, to)),
      unlink: (path) => attempt(() => nodeDisk.unlink(path)),
      readdir: (path) => attempt(() => nodeDisk.readdir(path)),
    };
    return { disk, count: () => count };
  }

  const codes = ['ENOSPC', 'EROFS', 'EACCES', 'EIO'];
  it.each(codes.flatMap((code) => [[code, ['a']] as const, [code, []] as const]))(
    'with %s at any single step, or from it on, leaves what it says, beside %j',
    async (code, seeds) => {
      let steps = 0;
      let kept = 0;
      for (const goesOn of [false, true]) {
        for (let failing = 1; ; failing += 1) {
          const folder = await temporaryFolder();
          for (const seed of seeds) await (await openStore(folder)).commit([put(seed)]);
          const { disk, count } = failingDisk(code, failing, goesOn);
          const store = await openStore(folder, { disk });
          const before = count();
          const done = await store.commit([put('b')]);
          const after = await openStore(folder);
          expect(after.state.status).toBe('ready');
          const names = after.all().map(({ name }) => name);
          // Where it says that it can't be told, either may be.
          const isInDoubt = !done.ok && done.error.reason === 'unreadable';
          const isIn = isInDoubt ? names.includes('b') : done.ok;
          expect(names).toEqual([...seeds, ...(isIn ? ['b'] : [])]);
          if (!isIn) kept += 1;
          expect(await after.commit([put('c')])).toMatchObject({ ok: true });
          const audit = readFileSync(join(folder, 'audit.jsonl'), 'utf8');
          const isNoted = audit.split('"approved"').length - 1 > names.length + 1;
          if (isNoted) expect(audit).toContain('store-recovered');
          expect((await openStore(folder)).all().map(({ name }) => name)).toEqual([...names, 'c']);
          expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
          await rm(folder, { recursive: true });
          steps += 1;
          if (before < failing && count() < failing) break;
        }
      }
      figures(
        `${code} beside ${seeds.length}: ${steps} commits with a failing step, ${kept} refused with the old decisions kept, all followed by a good one`,
      );
    },
    120_000,
  );
});
