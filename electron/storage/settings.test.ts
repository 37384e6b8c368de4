import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/model/plain.ts';
import { openSettings } from './settings.ts';
import { temporaryFolder } from './testing/forge.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

describe('settings', () => {
  it('are the defaults until they are saved', async () => {
    const settings = openSettings(folder);
    expect(await settings.load()).toEqual(defaultSettings);
    expect(await settings.save({ ...defaultSettings, theme: 'dark' })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await openSettings(folder).load()).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it('take what can be understood, default the rest and keep what is unknown', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, '{"theme": "dark", "treeWidth": 5, "letterKeys": "no", "later": 1}');
    const settings = openSettings(folder);
    expect(await settings.load()).toEqual({ ...defaultSettings, theme: 'dark' });
    await settings.save(defaultSettings);
    const { mirror: _, ...saved } = defaultSettings;
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...saved, later: 1 });
  });

  it('leave the place of the second copy to whoever set it', async () => {
    const path = join(folder, 'settings.json');
    const settings = openSettings(folder);
    const before = await settings.load();
    await writeFile(path, '{"mirror": "/somewhere/approvals.json"}');
    await settings.save({ ...before, theme: 'light' });
    expect((await settings.load()).mirror).toBe('/somewhere/approvals.json');
    await settings.save({ ...before, mirror: '/elsewhere' });
    expect((await settings.load()).mirror).toBe('/somewhere/approvals.json');
  });

  it('are the defaults when the file is damaged', async () => {
    await writeFile(join(folder, 'settings.json'), '{"theme"');
    expect(await openSettings(folder).load()).toEqual(defaultSettings);
  });
});
