import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadPolicy, openPolicy } from './policy.ts';
import { policyPath } from './policy-path.ts';
import { temporaryFolder } from './testing/forge.ts';

const text = JSON.stringify({ format: 'skillgate/policy@1', refuseDynamic: true });

describe('the place of the managed policy', () => {
  it('is the system folder of the platform, or what SKILLGATE_POLICY names', () => {
    expect(policyPath({ platform: 'linux', env: {} }, '/cwd')).toEqual({
      path: '/etc/skillgate/policy.json',
      named: false,
    });
    expect(policyPath({ platform: 'darwin', env: {} }, '/cwd').path).toBe(
      '/Library/Application Support/skillgate/policy.json',
    );
    expect(policyPath({ platform: 'win32', env: { PROGRAMDATA: 'D:\\Data' } }, 'C:\\').path).toBe(
      'D:\\Data\\skillgate\\policy.json',
    );
    expect(policyPath({ platform: 'win32', env: {} }, 'C:\\').path).toBe(
      'C:\\ProgramData\\skillgate\\policy.json',
    );
    expect(
      policyPath({ platform: 'win32', env: { SKILLGATE_POLICY: 'p.json' } }, 'D:\\x').path,
    ).toBe('D:\\x\\p.json');
    expect(policyPath({ platform: 'linux', env: { SKILLGATE_POLICY: '' } }, '/cwd').named).toBe(
      false,
    );
    expect(policyPath({ platform: 'linux', env: { SKILLGATE_POLICY: 'p.json' } }, '/cwd')).toEqual({
      path: '/cwd/p.json',
      named: true,
    });
  });
});

describe('a managed policy file', () => {
  it('is no policy only when it is not there and nobody named it', async () => {
    const path = join(await temporaryFolder(), 'none', 'policy.json');
    expect(await loadPolicy({ path, named: false })).toEqual({ status: 'none' });
    expect(await loadPolicy({ path, named: true })).toMatchObject({ status: 'unreadable', path });
  });

  it('is read, through a link, too', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'store.json'), text, { mode: 0o644 });
    await symlink(join(folder, 'store.json'), join(folder, 'policy.json'));
    expect(await loadPolicy({ path: join(folder, 'policy.json'), named: false })).toMatchObject({
      status: 'active',
      path: join(folder, 'policy.json'),
      policy: { refuseDynamic: true },
    });
  });

  it.each([
    ['it is damaged', async (path: string) => writeFile(path, text.slice(0, 20))],
    ['it is empty', async (path: string) => writeFile(path, '')],
    [
      'others can write it',
      async (path: string) => {
        await writeFile(path, text);
        await chmod(path, 0o666);
      },
    ],
    ['it is a folder', async (path: string) => void (await mkdir(path))],
    ['it is a broken link', async (path: string) => symlink('/nowhere/at/all', path)],
    ['it is a link to itself', async (path: string) => symlink(path, path)],
  ])('blocks everything when %s', async (_what, forge) => {
    const path = join(await temporaryFolder(), 'policy.json');
    await forge(path);
    expect(await loadPolicy({ path, named: false })).toMatchObject({ status: 'unreadable', path });
  });

  it.each([
    ['is damaged', 'damaged', ' can’t be used: '],
    ['is a link in a circle', 'circle', ': ELOOP'],
    ['is a broken link', 'nowhere', ' is a broken link'],
    ['is named and not there', 'none', ' doesn’t exist, but SKILLGATE_POLICY names it'],
  ])('that %s is named, and what is wrong with it', async (_what, name, why) => {
    const folder = await temporaryFolder();
    const path = join(folder, name);
    await writeFile(join(folder, 'damaged'), '{');
    await symlink(join(folder, 'circle'), join(folder, 'circle'));
    await symlink(join(folder, 'nothing'), join(folder, 'nowhere'));
    const policy = await loadPolicy({ path, named: name === 'none' });
    expect(policy).toMatchObject({ message: expect.stringContaining(`${path}${why}`) });
  });

  it('is not told of when it was written again as it was', async () => {
    const path = join(await temporaryFolder(), 'policy.json');
    await writeFile(path, text);
    const source = await openPolicy({ platform: 'linux', env: { SKILLGATE_POLICY: path } }, '/');
    let heard = 0;
    const stop = source.onChange(() => (heard += 1));
    await writeFile(path, text);
    await sleep(700);
    stop();
    expect(heard).toBe(0);
    expect(source.current).toMatchObject({ status: 'active' });
  });

  it('is followed while somebody listens', async () => {
    const path = join(await temporaryFolder(), 'policy.json');
    await writeFile(path, text);
    const source = await openPolicy({ platform: 'linux', env: { SKILLGATE_POLICY: path } }, '/');
    let heard = 0;
    const stop = source.onChange(() => (heard += 1));
    await writeFile(path, '{');
    for (let waited = 0; heard === 0 && waited < 200; waited += 1) await sleep(50);
    stop();
    expect(heard).toBe(1);
    expect(source.current).toMatchObject({ status: 'unreadable' });
  });
});
