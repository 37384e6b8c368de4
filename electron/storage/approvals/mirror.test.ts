import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mirrorPath, setMirror } from './mirror.ts';
import { openStore, put } from '../testing/forge.ts';

let folder: string;
let elsewhere: string;
let copy: string;
const original = (): Promise<string> => readFile(join(folder, 'approvals.json'), 'utf8');
beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'skillgate-mirror-')));
  [folder, elsewhere] = [join(root, 'data'), join(root, 'elsewhere')];
  await mkdir(folder, { mode: 0o700 });
  await mkdir(elsewhere, { mode: 0o755 });
  copy = join(elsewhere, 'copy.json');
});

describe('the second copy of the decisions', () => {
  it('is not kept until a place for it is set', async () => {
    await (await openStore(folder)).commit([put('a')]);
    expect(await mirrorPath(folder)).toBeNull();
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
  });

  it('is made at once and after every decision, whoever decides, byte for byte and for its owner alone', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    expect(await setMirror(folder, copy)).toEqual({ ok: true, value: undefined });
    expect(await readFile(copy, 'utf8')).toBe(await original());
    await store.commit([put('b')]);
    expect(await readFile(copy, 'utf8')).toBe(await original());
    await (await openStore(folder)).commit([put('c')]);
    expect(await readFile(copy, 'utf8')).toBe(await original());
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect(await readdir(elsewhere)).toEqual(['copy.json']);
  });

  it('may be set before the first decision', async () => {
    expect(await setMirror(folder, copy)).toMatchObject({ ok: true });
    expect(await readdir(elsewhere)).toEqual([]);
    await (await openStore(folder)).commit([put('a')]);
    expect(await readFile(copy, 'utf8')).toBe(await original());
  });

  it('stays as it is when it is not kept any more', async () => {
    const store = await openStore(folder);
    await setMirror(folder, copy);
    await store.commit([put('a')]);
    const last = await readFile(copy, 'utf8');
    expect(await setMirror(folder, null)).toMatchObject({ ok: true });
    await store.commit([put('b')]);
    expect(await readFile(copy, 'utf8')).toBe(last);
  });

  it('replaces a link that was put in its place, and not what the link leads to', async () => {
    await writeFile(join(elsewhere, 'precious'), 'precious');
    const store = await openStore(folder);
    await setMirror(folder, copy);
    await symlink(join(elsewhere, 'precious'), copy);
    await store.commit([put('a')]);
    expect(await readFile(join(elsewhere, 'precious'), 'utf8')).toBe('precious');
    expect(await readFile(copy, 'utf8')).toBe(await original());
  });

  it('is told about when it fails, while the decision is in force', async () => {
    const store = await openStore(folder);
    await setMirror(folder, copy);
    await chmod(elsewhere, 0o777);
    expect(await store.commit([put('a')])).toMatchObject({ ok: true });
    expect(store.state).toMatchObject({
      status: 'ready',
      records: 1,
      mirrorProblem: expect.stringContaining('can be written by other users'),
    });
    await chmod(elsewhere, 0o755);
    await store.commit([put('b')]);
    expect(store.state).not.toHaveProperty('mirrorProblem');
  });

  it.each<[string, () => Promise<string>]>([
    ['the data folder', async () => join(folder, 'copy.json')],
    ['the file of the decisions itself', async () => join(folder, 'approvals.json')],
    ['a folder that is not there', async () => join(elsewhere, 'none', 'copy.json')],
    ['a folder that others can write', async () => (await chmod(elsewhere, 0o777), copy)],
    ['the place of a folder', async () => (await mkdir(copy), copy)],
  ])('is not set to %s', async (_, forge) => {
    await (await openStore(folder)).commit([put('a')]);
    expect(await setMirror(folder, await forge())).toMatchObject({ ok: false });
    expect(await mirrorPath(folder)).toBeNull();
  });

  it('is not set where the settings cannot be written, and says so', async () => {
    await mkdir(join(folder, 'settings.json.lock'));
    expect(await setMirror(folder, copy)).toEqual({
      ok: false,
      error: 'couldn’t write settings.json',
    });
    expect(await mirrorPath(folder)).toBeNull();
  });

  it('ignores a place in the settings that is not absolute', async () => {
    await writeFile(join(folder, 'settings.json'), '{"mirror": "copy.json"}');
    expect(await mirrorPath(folder)).toBeNull();
  });
});
