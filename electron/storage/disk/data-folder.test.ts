import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { dataFolderPath, prepareFolder } from './data-folder.ts';
import { temporaryFolder } from '../testing/forge.ts';

describe('the data folder', () => {
  it.each([
    ['linux', '/home/ada', {}, '/home/ada/.config/skillgate'],
    ['linux', '/home/ada', { XDG_CONFIG_HOME: '/conf' }, '/conf/skillgate'],
    ['linux', '/home/ada', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/skillgate'],
    [
      'darwin',
      '/Users/ada',
      { XDG_CONFIG_HOME: '/conf' },
      '/Users/ada/Library/Application Support/skillgate',
    ],
    ['win32', 'C:\\Users\\ada', { APPDATA: 'D:\\Roaming' }, 'D:\\Roaming\\skillgate'],
    ['win32', 'C:\\Users\\ada', {}, 'C:\\Users\\ada\\AppData\\Roaming\\skillgate'],
    ['linux', '/home/ada', { SKILLGATE_HOME: '/tmp/x', XDG_CONFIG_HOME: '/conf' }, '/tmp/x'],
    ['linux', '/home/ada', { SKILLGATE_HOME: '' }, '/home/ada/.config/skillgate'],
  ] as const)('on %s in %s with %j is %s', (platform, home, env, expected) => {
    expect(dataFolderPath({ platform, home, env })).toBe(expected);
  });

  it('is made for its owner alone', async () => {
    const folder = join(await temporaryFolder(), 'new', 'skillgate');
    expect(await prepareFolder(folder)).toEqual({ ok: true, value: undefined });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is refused as a link, as a file, and when others can write it', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'real'));
    await symlink(join(root, 'real'), join(root, 'link'));
    await symlink(join(root, 'nowhere'), join(root, 'dangling'));
    await writeFile(join(root, 'file'), '');
    expect(await prepareFolder(join(root, 'link'))).toMatchObject({
      ok: false,
      error: { reason: 'symlink', message: `${join(root, 'link')} is a symbolic link` },
    });
    expect(await prepareFolder(join(root, 'dangling'))).toMatchObject({
      ok: false,
      error: { reason: 'symlink' },
    });
    expect(await prepareFolder(join(root, 'file'))).toMatchObject({
      ok: false,
      error: { reason: 'io', message: `${join(root, 'file')} isn’t a folder` },
    });
    expect(await prepareFolder(join(root, 'file', 'below'))).toMatchObject({
      error: { reason: 'io', message: expect.stringContaining(`${join(root, 'file', 'below')}: `) },
    });
    for (const mode of [0o777, 0o770, 0o702]) {
      await chmod(join(root, 'real'), mode);
      expect(await prepareFolder(join(root, 'real'))).toMatchObject({
        ok: false,
        error: {
          reason: 'unsafe-folder',
          message: expect.stringContaining(`Run: chmod go-w "${join(root, 'real')}"`),
        },
      });
    }
  });

  it.skipIf(process.platform === 'win32')(
    'refuses a folder of somebody else, and says what to do instead',
    async () => {
      const folder = join(await temporaryFolder(), 'theirs');
      await mkdir(folder, { mode: 0o700 });
      vi.spyOn(process, 'getuid').mockReturnValue(54_321);
      try {
        expect(await prepareFolder(folder)).toEqual({
          ok: false,
          error: {
            reason: 'unsafe-folder',
            message: `${folder} belongs to another user. Set SKILLGATE_HOME to a folder of your own`,
          },
        });
      } finally {
        vi.restoreAllMocks();
      }
    },
  );
});
