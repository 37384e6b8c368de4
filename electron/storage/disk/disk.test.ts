import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { writeAtomic } from './atomic-file.ts';
import { codeOf, messageOf, nodeDisk, type FileSystem } from './data-folder.ts';
import { rewriteFile } from './json-file.ts';

const failing = (code: string): Error => Object.assign(new Error(`the system's ${code}`), { code });
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.json');
});

describe('a failure of the disk', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
    ['EIO', "the system's EIO"],
  ])('of %s is said in words', (code, words) => {
    expect([codeOf(failing(code)), messageOf(failing(code))]).toEqual([code, words]);
  });

  it('that is none has no code', () => {
    const numbered = Object.assign(new Error('x'), { code: 5 });
    expect([new Error('x'), numbered, 'x', null].map(codeOf)).toEqual(['', '', '', '']);
    expect([messageOf(new Error('why')), messageOf('x')]).toEqual(['why', 'x']);
  });
});

describe('a file that is replaced', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])(
    'is tried again nine times while another program has it open (%s), and then left whole',
    async (code) => {
      await writeFile(path, 'before');
      let tries = 0;
      const disk: FileSystem = {
        ...nodeDisk,
        rename: () => {
          tries += 1;
          return Promise.reject(failing(code));
        },
      };
      await expect(writeAtomic(path, [Buffer.from('after')], disk)).rejects.toThrow(code);
      expect(tries).toBe(9);
      expect(await readFile(path, 'utf8')).toBe('before');
      expect(await readdir(folder)).toEqual(['file.json']);
    },
  );

  it.each(['EINVAL', 'ENOTSUP', 'EIO'])(
    'is written, and said to be, although flushing its folder fails with %s',
    async (code) => {
      const disk: FileSystem = {
        ...nodeDisk,
        open: (at, ...rest) =>
          at === folder ? Promise.reject(failing(code)) : nodeDisk.open(at, ...rest),
      };
      expect(await rewriteFile(path, async () => ok('after'), disk)).toMatchObject({ ok: true });
      expect(await readFile(path, 'utf8')).toBe('after');
    },
  );

  it('is written, and said to be, although the rename that was done is reported as failed', async () => {
    await writeFile(path, 'before');
    const disk: FileSystem = {
      ...nodeDisk,
      rename: async (from, to) => {
        await nodeDisk.rename(from, to);
        throw failing('EIO');
      },
    };
    expect(await rewriteFile(path, async () => ok('after'), disk)).toMatchObject({ ok: true });
    expect(await readdir(folder)).toEqual(['file.json']);
  });

  it('is not tried again for another reason', async () => {
    let tries = 0;
    const disk: FileSystem = {
      ...nodeDisk,
      rename: () => {
        tries += 1;
        return Promise.reject(failing('EXDEV'));
      },
    };
    await expect(writeAtomic(path, [Buffer.from('x')], disk)).rejects.toThrow('EXDEV');
    expect(tries).toBe(1);
  });
});

describe('a file that is rewritten', () => {
  const written = (text = 'after', disk?: FileSystem) =>
    rewriteFile<'mine'>(path, () => Promise.resolve(ok(text)), disk);

  it('is written under its lock, over what a killed writer left', async () => {
    await writeFile(`${path}.next`, 'half');
    let seen: readonly string[] = [];
    await rewriteFile(path, async () => {
      seen = await readdir(folder);
      return ok('after');
    });
    expect(seen).toContain('file.json.lock');
    expect(await readFile(path, 'utf8')).toBe('after');
    expect(await readdir(folder)).toEqual(['file.json']);
  });

  it('stays as it is where the change has an error of its own', async () => {
    await writeFile(path, 'before');
    expect(await rewriteFile(path, () => Promise.resolve(err('mine')))).toEqual(err('mine'));
    expect(await readFile(path, 'utf8')).toBe('before');
  });

  it('is said to be unwritable for whatever the system gives as a reason', async () => {
    expect(await rewriteFile(join(folder, 'none', 'x'), async () => ok(''))).toEqual(
      err('unwritable'),
    );
    const disk: FileSystem = { ...nodeDisk, unlink: () => Promise.reject(failing('EIO')) };
    expect(await written('x', disk)).toEqual(err('unwritable'));
    await mkdir(`${path}.lock`);
    expect(await written()).toEqual(err('unwritable'));
  });

  it('hides no mistake of the change itself', async () => {
    await expect(rewriteFile(path, () => Promise.reject(new Error('a mistake')))).rejects.toThrow(
      'a mistake',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
