import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/forge.ts';
import { readBounded } from './bounded-read.ts';
import { nodeDisk, type FileSystem } from './data-folder.ts';

let path: string;
beforeEach(async () => {
  path = join(await temporaryFolder(), 'file');
});

const refusing = (code: string): FileSystem => ({
  ...nodeDisk,
  open: () => Promise.reject(Object.assign(new Error(code), { code })),
});
const failure = async (
  most = 10,
  options: Parameters<typeof readBounded>[2] = {},
): Promise<readonly string[]> => {
  const file = await readBounded(path, most, options);
  return file.ok ? ['read'] : [file.error.reason, file.error.message];
};

describe('a bounded read', () => {
  it('gives exactly the bytes, up to the bound and not one more', async () => {
    await writeFile(path, '0123456789');
    const file = await readBounded(path, 10);
    expect(file.ok && file.value.bytes.toString()).toBe('0123456789');
    expect(await failure(9)).toEqual(['too-large', `${path} is larger than 9 bytes`]);
  });

  it('puts together what the system gives in pieces, and ends where the file was cut', async () => {
    await writeFile(path, '0123456789');
    let left = 3;
    const disk: FileSystem = {
      ...nodeDisk,
      open: async (file, ...rest) => {
        const handle = await nodeDisk.open(file, ...rest);
        return new Proxy(handle, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target);
            if (name === 'read')
              return (to: Buffer, at: number, length: number, from: number) =>
                left-- > 0 ? target.read(to, at, Math.min(length, 3), from) : { bytesRead: 0 };
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      },
    };
    const file = await readBounded(path, 10, { disk });
    expect(file.ok && file.value.bytes.toString()).toBe('012345678');
  });

  it('says that a file is not there, also below a file', async () => {
    expect(await failure()).toEqual(['missing', `${path} doesn’t exist`]);
    await writeFile(path, '');
    path = join(path, 'below');
    expect(await failure()).toEqual(['missing', `${path} doesn’t exist`]);
  });

  it('follows no link, also one that is put there at the last moment', async () => {
    await writeFile(`${path}.target`, 'x');
    await symlink(`${path}.target`, path);
    const link = ['symlink', `${path} is a symbolic link`];
    expect(await failure()).toEqual(link);
    const disk: FileSystem = { ...nodeDisk, lstat: () => nodeDisk.lstat(`${path}.target`) };
    expect(await failure(10, { disk })).toEqual(link);
  });

  it('reads no folder, and does not wait at a pipe', async () => {
    await mkdir(path);
    expect(await failure()).toEqual(['not-a-file', `${path} isn’t a file`]);
    if (process.platform === 'win32') return;
    await rmdir(path);
    execFileSync('mkfifo', ['-m', '600', path]);
    expect(await failure()).toEqual(['not-a-file', `${path} isn’t a file`]);
  });

  it.skipIf(process.platform === 'win32')(
    'refuses what others can write unless the file is not ours',
    async () => {
      await writeFile(path, 'x');
      for (const mode of [0o620, 0o602]) {
        await chmod(path, mode);
        expect(await failure()).toEqual([
          'others-can-write',
          `${path} can be written by other users. Run: chmod go-w "${path}"`,
        ]);
        expect(await failure(10, { own: false })).toEqual(['read']);
      }
      await chmod(path, 0o644);
      expect(await failure(10, { own: true })).toEqual(['read']);
    },
  );

  it.each([
    ['EACCES', 'permission', 'permission denied'],
    ['EPERM', 'permission', 'permission denied'],
    ['EIO', 'io', 'EIO'],
  ])('says of %s what hinders it', async (code, reason, words) => {
    await writeFile(path, 'x');
    expect(await failure(10, { disk: refusing(code) })).toEqual([reason, `${path}: ${words}`]);
  });
});
