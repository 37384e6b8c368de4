import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../core/digest.ts';
import { openKeys } from './keys.ts';
import { at, temporaryFolder } from './testing/forge.ts';

const fingerprint = sha256('a key');

describe('the keys of the team exchange', () => {
  it('are made on first use, for their owner alone, and stay the same', async () => {
    const folder = await temporaryFolder();
    const made = await Promise.all([
      openKeys(folder, () => at).own(),
      openKeys(folder, () => at).own(),
    ]);
    const prints = made.map((key) => (key.ok ? key.value.fingerprint : key.error));
    expect(prints[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(prints[1]).toBe(prints[0]);
    expect((await stat(join(folder, 'signing-key.pem'))).mode & 0o777).toBe(0o600);
  });

  it('are never replaced when the file is damaged', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'signing-key.pem'), 'not a key', { mode: 0o600 });
    expect(await openKeys(folder, () => at).own()).toMatchObject({ ok: false });
    expect(await readFile(join(folder, 'signing-key.pem'), 'utf8')).toBe('not a key');
  });

  it('of others are trusted and forgotten by fingerprint, unknown fields kept', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, 'trusted-keys.json'),
      JSON.stringify({ format: 'skillgate/keys@1', trusted: [], extra: 1 }),
      { mode: 0o600 },
    );
    const keys = openKeys(folder, () => at);
    expect(await keys.trust({ fingerprint, name: 'grace' })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await keys.trust({ fingerprint, name: 'Grace' })).toMatchObject({ ok: true });
    expect(await keys.trusted()).toEqual({
      ok: true,
      value: [{ fingerprint, name: 'Grace', addedAt: new Date(at).toISOString() }],
    });
    expect(JSON.parse(await readFile(join(folder, 'trusted-keys.json'), 'utf8'))).toMatchObject({
      extra: 1,
    });
    expect(await keys.distrust(fingerprint)).toMatchObject({ ok: true });
    expect(await keys.distrust(fingerprint)).toEqual({ ok: false, error: 'not-found' });
    expect(await keys.trust({ fingerprint: 'abc', name: 'x' })).toMatchObject({ ok: false });
  });

  it('of others each have a newest bundle of their own', async () => {
    const keys = openKeys(await temporaryFolder(), () => at);
    const other = sha256('another key');
    for (const one of [fingerprint, other]) await keys.trust({ fingerprint: one, name: 'grace' });
    const first = { sequence: 3, createdAt: '2026-11-01T00:00:00.000Z' };
    const second = { sequence: 9, createdAt: '2026-11-02T00:00:00.000Z' };
    await keys.took(other, first);
    await keys.took(fingerprint, second);
    const trusted = await keys.trusted();
    expect(trusted.ok && trusted.value.map((key) => [key.fingerprint, key.newest])).toEqual([
      [fingerprint, second],
      [other, first],
    ]);
    expect(await keys.took(sha256('unknown'), second)).toEqual({ ok: false, error: 'not-found' });
  });

  it('of others trust nobody when the list is damaged, and the list is left as it is', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'trusted-keys.json'), '{"trusted":', { mode: 0o600 });
    const keys = openKeys(folder, () => at);
    expect(await keys.trusted()).toMatchObject({ ok: false });
    expect(await keys.trust({ fingerprint, name: 'grace' })).toMatchObject({ ok: false });
    expect(await readFile(join(folder, 'trusted-keys.json'), 'utf8')).toBe('{"trusted":');
  });

  it('say which file is damaged, cannot be written, or what is no fingerprint', async () => {
    const folder = await temporaryFolder();
    const [own, trusted] = ['signing-key.pem', 'trusted-keys.json'].map((name) =>
      join(folder, name),
    );
    const keys = openKeys(folder, () => at);
    expect(await keys.trust({ fingerprint: 'abc', name: 'x' })).toEqual({
      ok: false,
      error: 'A fingerprint is sha256: followed by 64 hexadecimal characters.',
    });
    await chmod(folder, 0o777);
    expect(await keys.own()).toEqual({ ok: false, error: `${own} can’t be written.` });
    expect(await keys.trust({ fingerprint, name: 'x' })).toEqual({
      ok: false,
      error: `${trusted} can’t be written.`,
    });
    await chmod(folder, 0o700);
    await writeFile(own ?? '', 'no key', { mode: 0o600 });
    await writeFile(trusted ?? '', '{"format":"skillgate/keys@2"}', { mode: 0o600 });
    expect(await keys.own()).toMatchObject({
      error: expect.stringContaining(`${own} can’t be used: `),
    });
    const damaged = { ok: false, error: `${trusted} can’t be used: it is damaged` };
    expect(await keys.trusted()).toEqual(damaged);
    for (const path of [own, trusted]) await chmod(path ?? '', 0o666);
    const open = { ok: false, error: expect.stringContaining('can be written by other users') };
    expect([await keys.own(), await keys.trusted()]).toEqual([open, open]);
  });

  it('know the newest bundle of each that was taken over, also when it is trusted again', async () => {
    const keys = openKeys(await temporaryFolder(), () => at);
    const took = (sequence: number, day: string) =>
      keys.took(fingerprint, { sequence, createdAt: `2026-11-${day}T00:00:00.000Z` });
    expect(await took(1, '01')).toEqual({ ok: false, error: 'not-found' });
    await keys.trust({ fingerprint, name: 'grace' });
    await took(4, '08');
    await took(3, '05');
    await keys.trust({ fingerprint, name: 'Grace' });
    expect(await keys.trusted()).toMatchObject({
      value: [{ name: 'Grace', newest: { sequence: 4, createdAt: '2026-11-08T00:00:00.000Z' } }],
    });
    await took(5, '07');
    await keys.trust({ fingerprint: sha256('another'), name: 'ada' });
    expect(await keys.trusted()).toMatchObject({
      value: [
        { name: 'Grace', newest: { sequence: 5, createdAt: '2026-11-08T00:00:00.000Z' } },
        { name: 'ada' },
      ],
    });
    await keys.distrust(fingerprint);
    const left = await keys.trusted();
    expect(left.ok && left.value.map((key) => [key.name, key.newest])).toEqual([
      ['ada', undefined],
    ]);
  });
});
