import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLock, isDead, thisProcess } from './lock.ts';
import { temporaryFolder } from '../testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.lock');
});

const token = 'a'.repeat(24);
const lockOf = (holder: object): string => JSON.stringify({ ...thisProcess(), token, ...holder });

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a lock', () => {
  it('lets one at a time in and is gone afterwards', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    const done = await Promise.all(Array.from({ length: 8 }, () => withLock(path, work)));
    expect(done.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is given back when the work throws', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(folder)).toEqual([]);
  });

  it('never takes a live lock, however old, and says which file is in the way', async () => {
    await writeFile(path, lockOf({}));
    await utimes(path, 0, 0);
    const refused = await withLock(path, () => Promise.resolve(1), 30);
    expect(refused).toMatchObject({ ok: false, error: { reason: 'locked' } });
    expect(refused.ok ? '' : refused.error.message).toContain(path);
    expect(await readFile(path, 'utf8')).toBe(lockOf({}));
  });

  it('takes over the lock of a process that is gone', async () => {
    await writeFile(path, lockOf({ pid: await deadPid() }));
    expect(await withLock(path, () => Promise.resolve(1), 0)).toEqual({ ok: true, value: 1 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a process that died while taking over', async () => {
    const pid = await deadPid();
    await writeFile(path, lockOf({ pid }));
    await writeFile(`${path}.dead-${token}`, lockOf({ pid, token: 'b'.repeat(24) }));
    expect(await withLock(path, () => Promise.resolve(1), 1_000)).toEqual({ ok: true, value: 1 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('clears away what a dead process had prepared, and nothing of a live one', async () => {
    const pid = await deadPid();
    await writeFile(path, lockOf({ pid }));
    await writeFile(`${path}.${'c'.repeat(24)}`, lockOf({ pid, token: 'c'.repeat(24) }));
    await writeFile(`${path}.${'d'.repeat(24)}`, lockOf({ token: 'd'.repeat(24) }));
    await withLock(path, () => Promise.resolve(1), 0);
    expect(await readdir(folder)).toEqual([`file.lock.${'d'.repeat(24)}`]);
  });

  it('does not take a lock that it cannot read: nobody knows whose it is', async () => {
    await writeFile(path, '');
    expect(await withLock(path, () => Promise.resolve(1), 20)).toMatchObject({
      ok: false,
      error: { reason: 'locked' },
    });
  });

  describe('on a file system without hard links', () => {
    const refuse = (code: string): void => {
      vi.spyOn(fs, 'linkSync').mockImplementation(() => {
        throw Object.assign(new Error(code), { code });
      });
      syncBuiltinESMExports();
    };
    afterEach(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });

    it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
      'lets one at a time in, too, whether it says %s',
      async (code) => {
        refuse(code);
        let other: unknown;
        const first = await withLock(path, async () => {
          other = await withLock(path, () => Promise.resolve(2), 20);
          return 1;
        });
        expect(first).toEqual({ ok: true, value: 1 });
        expect(other).toMatchObject({ ok: false, error: { reason: 'locked' } });
        expect(await readdir(folder)).toEqual([]);
      },
    );

    it('is no way round another failure of the disk', async () => {
      refuse('EIO');
      expect(await withLock(path, () => Promise.resolve(1))).toEqual({
        ok: false,
        error: { reason: 'unwritable', message: `${path}: EIO` },
      });
      expect(await readdir(folder)).toEqual([]);
    });
  });

  it('says that the folder cannot be written rather than waiting', async () => {
    expect(await withLock(join(folder, 'missing', 'lock'), () => Promise.resolve(1))).toMatchObject(
      { ok: false, error: { reason: 'unwritable' } },
    );
  });
});

describe('the holder of a lock', () => {
  const here = thisProcess();
  it.each([
    ['this process', {}, false],
    ['a process on another machine', { host: 'elsewhere', pid: 1 << 22 }, false],
    ['a process in another container', { space: 'pid:[1]', pid: 1 << 22 }, false],
    ['a process from before the machine was restarted', { boot: 'other' }, here.boot !== ''],
    ['an older process whose number was given again', { started: '1' }, here.started !== ''],
  ])('%s: dead is told only when it is certain', (_, change, dead) => {
    expect(isDead({ ...here, ...change })).toBe(dead);
  });
});
