import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { mostWaiting } from '../../shared/model/waiting.ts';
import type { HostRequest } from '../engine/ports/decisions.ts';
import { openWaiting } from './host-requests.ts';
import { waitingOnUse } from './lazy-host-requests.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const opened = () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-waiting-'));
  folders.push(folder);
  return { store: openWaiting(folder), path: join(folder, 'waiting.json') };
};
const met = (uri: string, more: Partial<HostRequest> = {}): HostRequest => ({
  host: { name: 'some-host', version: '1' },
  server: 'acme',
  identity: 'id',
  uri,
  name: 'refunds',
  standing: 'undecided',
  how: 'list',
  at: '2026-11-22T10:00:00.000Z',
  ...more,
});

describe('what hosts wait for', () => {
  it('is counted by host, server and skill, with the first and the last time', async () => {
    const { store } = opened();
    const later = '2026-11-22T11:00:00.000Z';
    expect(await store.add([met('skill://a/SKILL.md')])).toBe(true);
    await store.add([
      met('skill://b/SKILL.md'),
      met('skill://a/SKILL.md', { at: later, how: 'get', standing: 'changed' }),
      met('skill://a/SKILL.md', { host: { name: 'other', version: '1' } }),
    ]);
    const file = await store.read();
    expect(file).toMatchObject({
      ok: true,
      value: {
        dropped: 0,
        waiting: [
          { uri: 'skill://b/SKILL.md', count: 1 },
          {
            uri: 'skill://a/SKILL.md',
            count: 2,
            firstAt: '2026-11-22T10:00:00.000Z',
            lastAt: later,
            how: 'get',
            standing: 'changed',
          },
          { uri: 'skill://a/SKILL.md', host: { name: 'other' }, count: 1 },
        ],
      },
    });
  });

  it('can be read by nobody else', async () => {
    const { store, path } = opened();
    await store.add([met('skill://a/SKILL.md')]);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has a bound, keeps the newest and counts what it dropped', async () => {
    const { store } = opened();
    const many = Array.from({ length: mostWaiting + 5 }, (_, at) => met(`skill://s${at}/SKILL.md`));
    await store.add(many);
    const file = await store.read();
    if (!file.ok) throw new Error(file.error);
    expect(file.value.waiting).toHaveLength(mostWaiting);
    expect(file.value.waiting.at(-1)?.uri).toBe(many.at(-1)?.uri);
    expect(file.value.dropped).toBe(5);
  });

  it('is taken out when it was decided on', async () => {
    const { store } = opened();
    await store.add([met('skill://a/SKILL.md'), met('skill://b/SKILL.md')]);
    await store.remove(({ uri }) => uri === 'skill://a/SKILL.md');
    expect(await store.read()).toMatchObject({
      value: { waiting: [{ uri: 'skill://b/SKILL.md' }] },
    });
  });

  it.each(['{', '{"format":"skillgate/waiting@2","waiting":[],"dropped":0}', 'null'])(
    'is not written over a file that can’t be understood: %s',
    async (text) => {
      const { store, path } = opened();
      writeFileSync(path, text, { mode: 0o600 });
      expect(await store.add([met('skill://a/SKILL.md')])).toBe(false);
      expect(readFileSync(path, 'utf8')).toBe(text);
      expect(await store.read()).toMatchObject({ ok: false });
    },
  );

  it('loses nothing when several write at once', async () => {
    const { store } = opened();
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => store.add([met(`skill://s${at}/SKILL.md`)])),
    );
    const file = await store.read();
    expect(file.ok && file.value.waiting).toHaveLength(8);
  });

  it('drops the oldest where everything is as long as it may be', async () => {
    const { store } = opened();
    const long = (at: number): HostRequest =>
      met(`skill://${at}/${'x'.repeat(8_000)}`, { identity: 'i'.repeat(16_384) });
    await store.add(Array.from({ length: 200 }, (_, at) => long(at)));
    const file = await store.read();
    if (!file.ok) throw new Error(file.error);
    const { waiting, dropped } = file.value;
    expect(waiting.at(-1)?.uri).toBe(long(199).uri);
    expect(waiting.length).toBeLessThan(180);
    expect(JSON.stringify(waiting).length).toBeLessThanOrEqual(
      4 * 1024 * 1024 + waiting.length + 1,
    );
    expect(dropped).toBe(200 - waiting.length);
  });

  it('does not become unreadable by one that is longer than it may be', async () => {
    const { store } = opened();
    await store.add([met('skill://a/SKILL.md'), met('b', { server: 'x'.repeat(1_001) })]);
    expect(await store.read()).toMatchObject({
      value: { waiting: [{ uri: 'skill://a/SKILL.md' }], dropped: 1 },
    });
  });

  it('is read, kept and told of where the file is opened on use alone', async () => {
    const { path } = opened();
    const store = waitingOnUse(join(path, '..'));
    let times = 0;
    store.onChange(() => (times += 1))();
    const told = new Promise<void>((resolve) => {
      const stop = store.onChange(() => {
        stop();
        resolve();
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await store.add([met('skill://a/SKILL.md'), met('skill://b/SKILL.md')])).toBe(true);
    await told;
    expect(await store.remove(({ uri }) => uri === 'skill://a/SKILL.md')).toBe(true);
    expect(await store.read()).toMatchObject({ value: { waiting: [{ count: 1 }] } });
    // The one that ended before the file was opened heard of none of it.
    expect(times).toBe(0);
  });

  it('says what hinders its reading', async () => {
    const { store, path } = opened();
    writeFileSync(path, '{', { mode: 0o600 });
    expect(await store.read()).toEqual({
      ok: false,
      error: `${path} can’t be used: it is damaged, or of a newer version`,
    });
    rmSync(path);
    mkdirSync(path);
    expect(await store.read()).toEqual({ ok: false, error: `${path} isn’t a file` });
  });

  it('is no news where it stood there before anybody listened', async () => {
    const { store } = opened();
    await store.add([met('skill://a/SKILL.md')]);
    let times = 0;
    const stop = store.onChange(() => (times += 1));
    await new Promise((resolve) => setTimeout(resolve, 700));
    stop();
    expect(times).toBe(0);
  });

  it('is told to whoever listens, also when another process wrote it', async () => {
    const { store, path } = opened();
    const told = new Promise<void>((resolve) => {
      const stop = store.onChange(() => {
        stop();
        resolve();
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await openWaiting(join(path, '..')).add([met('skill://a/SKILL.md')]);
    await told;
  });
});
