import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayKeys, rotateGatewayKeys, type GatewayKeys } from './gateway-key.ts';
import { temporaryFolder } from './testing/forge.ts';

const acme = { server: 'acme', port: 7410 };
const former = 'f'.repeat(43);
let folder: string;
let shared: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  shared = join(folder, 'gateway-key');
});

const read = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
async function keysOf(gateway = acme): Promise<GatewayKeys> {
  const keys = await gatewayKeys(folder, gateway);
  if (!keys.ok) throw new Error(keys.error);
  return keys.value;
}

describe('the keys of a gateway', () => {
  it('are its own: made on first use, for its owner alone, and the same from then on', async () => {
    const [first, second] = await Promise.all([keysOf(), keysOf()]);
    expect(first).toEqual(second);
    const key = await read(first.path);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(first.accepted).toEqual([key]);
    expect(await keysOf()).toEqual(first);
    expect(await readdir(folder)).toEqual([first.path.slice(folder.length + 1)]);
    if (process.platform !== 'win32') expect((await stat(first.path)).mode & 0o777).toBe(0o600);
  });

  it('open no other gateway: each server and port has another', async () => {
    const gateways = [acme, { ...acme, port: 7411 }, { server: 'ACME', port: 7410 }];
    const odd = ['a/b', 'a b', '../acme', 'acme-7410', 'Ä'].map((server) => ({
      server,
      port: 7410,
    }));
    const all = [];
    for (const gateway of [...gateways, ...odd]) all.push(await keysOf(gateway));
    expect(new Set(all.map(({ path }) => path.toLowerCase())).size).toBe(all.length);
    expect(new Set(all.flatMap(({ accepted }) => accepted)).size).toBe(all.length);
  });

  it('are joined by the key that all shared, which is never made', async () => {
    await writeFile(shared, `${former}\n`, { mode: 0o600 });
    const { path, accepted } = await keysOf();
    expect(accepted).toEqual([await read(path), former]);
  });

  it.each(['', 'short', `${'a'.repeat(42)}\n`, `${'a'.repeat(50)} ${'b'.repeat(50)}`])(
    'are not taken from a file that would let others in, which stays: %j',
    async (text) => {
      const { path } = await keysOf();
      for (const file of [path, shared]) {
        await writeFile(file, text, { mode: 0o600 });
        const error = `${file} contains no key. Remove it`;
        expect(await gatewayKeys(folder, acme)).toEqual({ ok: false, error });
        expect(await readFile(file, 'utf8')).toBe(text);
        await writeFile(file, 'a'.repeat(43), { mode: 0o600 });
      }
    },
  );

  it.skipIf(process.platform === 'win32')(
    'are not taken where others can write them, nor made where they can write the folder',
    async () => {
      await chmod(folder, 0o777);
      expect(await gatewayKeys(folder, acme)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/can’t be written$/),
      });
      await chmod(folder, 0o700);
      const { path } = await keysOf();
      await chmod(path, 0o666);
      expect(await gatewayKeys(folder, acme)).toMatchObject({
        ok: false,
        error: expect.stringContaining('can be written by other users'),
      });
    },
  );
});

describe('rotating keys', () => {
  it('gives every gateway a new one, and ends the shared one', async () => {
    await writeFile(shared, former, { mode: 0o600 });
    const before = [await keysOf(), await keysOf({ server: 'b', port: 0 })];
    const done = await rotateGatewayKeys(folder, {});
    const rotated = before.map(({ path }) => path).toSorted();
    expect(done).toEqual({ ok: true, value: { rotated, sharedRemoved: true } });
    const after = [await keysOf(), await keysOf({ server: 'b', port: 0 })];
    const old = before.flatMap(({ accepted }) => accepted);
    expect(after.flatMap(({ accepted }) => accepted).filter((key) => old.includes(key))).toEqual(
      [],
    );
    expect(after.map(({ path }) => path)).toEqual(before.map(({ path }) => path));
  });

  it('leaves other servers and ports alone where one is named', async () => {
    const other = { server: 'acme2', port: 7410 };
    const before = [
      await keysOf(),
      await keysOf({ ...acme, port: 74_10 + 1 }),
      await keysOf(other),
    ];
    const done = await rotateGatewayKeys(folder, acme);
    expect(done).toMatchObject({ value: { rotated: [before[0]?.path], sharedRemoved: false } });
    expect(await keysOf()).not.toEqual(before[0]);
    expect(await keysOf({ ...acme, port: 7411 })).toEqual(before[1]);
    expect(await keysOf(other)).toEqual(before[2]);
  });

  it('touches no other file, and has nothing to do in a folder that is not there', async () => {
    await writeFile(join(folder, 'gateway-key-notes'), 'mine');
    expect(await rotateGatewayKeys(folder, {})).toMatchObject({ value: { rotated: [] } });
    expect(await read(join(folder, 'gateway-key-notes'))).toBe('mine');
    const value = { rotated: [], sharedRemoved: false };
    expect(await rotateGatewayKeys(join(folder, 'none'), {})).toEqual({ ok: true, value });
  });
});
