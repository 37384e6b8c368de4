import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayKey } from './gateway-key.ts';
import { temporaryFolder } from './testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'gateway-key');
});

describe('the key of the gateway', () => {
  it('is made on first use, for its owner alone, and is the same for every gateway', async () => {
    const made = await Promise.all([gatewayKey(folder), gatewayKey(folder)]);
    const key = (await readFile(path, 'utf8')).trim();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(made).toEqual([
      { ok: true, value: { key, path } },
      { ok: true, value: { key, path } },
    ]);
    expect(await gatewayKey(folder)).toEqual(made[0]);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'short', `${'a'.repeat(42)}\n`, `${'a'.repeat(50)} ${'b'.repeat(50)}`])(
    'is not taken from a file that would let others in, which stays: %j',
    async (text) => {
      await writeFile(path, text, { mode: 0o600 });
      expect(await gatewayKey(folder)).toEqual({
        ok: false,
        error: `${path} holds no key; remove it`,
      });
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is not taken where others can write it, nor made where they can write the folder',
    async () => {
      await chmod(folder, 0o777);
      expect(await gatewayKey(folder)).toEqual({ ok: false, error: `${path} can not be written` });
      await chmod(folder, 0o700);
      await writeFile(path, 'a'.repeat(43));
      await chmod(path, 0o666);
      expect(await gatewayKey(folder)).toMatchObject({
        ok: false,
        error: expect.stringContaining('can be written by other users'),
      });
    },
  );
});
