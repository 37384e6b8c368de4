import { chmod, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConsents } from './consent.ts';
import { at, temporaryFolder } from './testing/forge.ts';

describe('consent to start a command', () => {
  it('belongs to the list that has it: the same label elsewhere is another', async () => {
    const folder = await temporaryFolder();
    const stored = openConsents(folder, () => at);
    const [mine, clone] = ['/mine.json', '/clone.json'].map((list) =>
      openConsents(folder, () => at, list),
    );
    await stored.allow('acme', 'one');
    await mine?.allow('acme', 'two');
    expect(await stored.state('acme', 'one')).toBe('allowed');
    expect(await mine?.state('acme', 'two')).toBe('allowed');
    expect(await clone?.state('acme', 'two')).toBe('new');
    await mine?.forget('acme');
    expect(await stored.state('acme', 'one')).toBe('allowed');
    expect(await mine?.state('acme', 'two')).toBe('new');
  });

  it('is new, then allowed, then changed with the command', async () => {
    const folder = await temporaryFolder();
    const consents = openConsents(folder, () => at);
    expect(await consents.state('acme', 'one')).toBe('new');
    expect(await consents.allow('acme', 'one')).toEqual({ ok: true, value: undefined });
    await consents.allow('__proto__', 'two');
    const again = openConsents(folder, () => at);
    expect(await again.state('acme', 'one')).toBe('allowed');
    expect(await again.state('acme', 'two')).toBe('changed');
    expect(await again.state('__proto__', 'two')).toBe('allowed');
    expect(await again.state('constructor', 'one')).toBe('new');
  });

  it('is forgotten for one label, and for no other', async () => {
    const folder = await temporaryFolder();
    const consents = openConsents(folder, () => at);
    expect(await consents.forget('acme')).toEqual({ ok: true, value: undefined });
    expect(await readdir(folder)).toEqual([]);
    await consents.allow('acme', 'one');
    await consents.allow('other', 'two');
    expect(await consents.forget('acme')).toEqual({ ok: true, value: undefined });
    expect(await consents.state('acme', 'one')).toBe('new');
    expect(await consents.state('other', 'two')).toBe('allowed');
  });

  it('is forgotten where it is the only one, and for a stranger nothing is written', async () => {
    const folder = await temporaryFolder();
    const consents = openConsents(folder, () => at);
    await consents.allow('acme', 'one');
    const { ino } = await stat(join(folder, 'consents.json'));
    await consents.forget('stranger');
    expect((await stat(join(folder, 'consents.json'))).ino).toBe(ino);
    await consents.forget('acme');
    expect(await consents.state('acme', 'one')).toBe('new');
  });

  it('is neither read from nor written to a file that others can write', async () => {
    const folder = await temporaryFolder();
    const consents = openConsents(folder, () => at);
    await consents.allow('acme', 'one');
    await chmod(join(folder, 'consents.json'), 0o666);
    expect(await consents.state('acme', 'one')).toBe('new');
    expect(await consents.allow('other', 'two')).toEqual({ ok: false, error: 'unwritable' });
    expect(await readFile(join(folder, 'consents.json'), 'utf8')).not.toContain('other');
  });

  it('is asked for again when its file is damaged, and the damaged file is kept', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'consents.json'), '{"consents": {"acme"');
    const consents = openConsents(folder, () => at);
    expect(await consents.state('acme', 'one')).toBe('new');
    expect(await consents.allow('acme', 'one')).toMatchObject({ ok: true });
    expect(await consents.state('acme', 'one')).toBe('allowed');
    const kept = (await readdir(folder)).find((name) => name.includes('.corrupt-'));
    expect(await readFile(join(folder, kept ?? ''), 'utf8')).toBe('{"consents": {"acme"');
  });
});
