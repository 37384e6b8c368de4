import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../shared/model/approval.ts';
import { sha256 } from '../core/digest.ts';
import { openSnapshots } from './snapshots.ts';
import { acme, temporaryFolder } from './testing/forge.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

const uri = 'skill://acme/a/SKILL.md';
const evil: Identity = { kind: 'http', url: 'https://evil.example/mcp' };
const bytes = Buffer.from('# A skill\n');

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('snapshots', () => {
  it('give back the bytes, to this server and this file only', async () => {
    const snapshots = openSnapshots(folder);
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    expect(await snapshots.get(acme, uri, uri, sha256(bytes))).toEqual(bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
    expect(await snapshots.get(evil, uri, uri, sha256(bytes))).toBeNull();
    expect(await snapshots.get(acme, uri, `${uri}x`, sha256(bytes))).toBeNull();
    expect(await snapshots.get(acme, uri, uri, sha256('other'))).toBeNull();
    expect(await snapshots.get(acme, uri, uri, 'sha256:../../../servers.json')).toBeNull();
  });

  it('are for their owner alone, under names that no server chose', async () => {
    await openSnapshots(folder).put(
      acme,
      'skill://../../x',
      'skill://../../../etc/passwd',
      sha256(bytes),
      bytes,
    );
    const [file = ''] = await filesIn(folder);
    expect(file.slice(folder.length)).toMatch(/^\/cache(\/[0-9a-f]{64}){4}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('give nothing when the bytes on disk are no longer the ones kept', async () => {
    const snapshots = openSnapshots(folder);
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    const [file = ''] = await filesIn(folder);
    await writeFile(file, '# Another\n');
    expect(await snapshots.get(acme, uri, uri, sha256(bytes))).toBeNull();
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
  });

  it('are not written again while they stand as this process wrote them', async () => {
    const snapshots = openSnapshots(folder);
    const put = (content: Buffer) => snapshots.put(acme, uri, uri, sha256(content), content);
    await put(bytes);
    const [file = ''] = await filesIn(folder);
    const { ino } = await stat(file);
    expect(await put(bytes)).toBe(true);
    expect((await stat(file)).ino).toBe(ino);
    await rm(file);
    await put(bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
    await snapshots.forgetAll();
    await put(bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
    // The approved content stays the newest, whatever was served in between.
    const others = ['# B\n', '# C\n'].map((text) => Buffer.from(text));
    for (const other of others) await put(other);
    await put(bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
  });

  it('take no bytes under a digest that is not theirs', async () => {
    await expect(openSnapshots(folder).put(acme, uri, uri, sha256('other'), bytes)).rejects.toThrow(
      'digest',
    );
  });

  it('are not written into a folder that others can write', async () => {
    await chmod(folder, 0o777);
    const snapshots = openSnapshots(folder);
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keep the newest two contents of a file', async () => {
    const snapshots = openSnapshots(folder);
    for (const text of ['one', 'two', 'three']) {
      await snapshots.put(acme, uri, uri, sha256(text), Buffer.from(text));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(await filesIn(folder)).toHaveLength(2);
    expect(await snapshots.has(acme, uri, uri, sha256('three'))).toBe(true);
  });

  it('forget one server and leave the others', async () => {
    const snapshots = openSnapshots(folder);
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    await snapshots.put(evil, uri, uri, sha256(bytes), bytes);
    await snapshots.forgetServer(evil);
    expect(await snapshots.has(evil, uri, uri, sha256(bytes))).toBe(false);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(true);
  });

  it('forget everything, also where there is nothing', async () => {
    const snapshots = openSnapshots(folder);
    await snapshots.forgetAll();
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    await snapshots.forgetAll();
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are not written where others can write the cache, and cost no decision', async () => {
    const snapshots = openSnapshots(folder);
    await mkdir(join(folder, 'cache'));
    await chmod(join(folder, 'cache'), 0o777);
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    expect(await filesIn(folder)).toEqual([]);
    await rm(join(folder, 'cache'), { recursive: true });
    await writeFile(join(folder, 'cache'), '');
    await snapshots.put(acme, uri, uri, sha256(bytes), bytes);
    expect(await snapshots.has(acme, uri, uri, sha256(bytes))).toBe(false);
  });
});
