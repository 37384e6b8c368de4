import { chmod, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { thisProcess } from '../disk/lock.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const { uri } = record('a');
const note = { action: 'changed-seen', server: 'acme', uri, setDigest: null, detail: '' } as const;

describe('while another process holds the lock', () => {
  const lockWaitMs = 20;
  beforeEach(() =>
    writeFile(`${path}.lock`, JSON.stringify({ ...thisProcess(), token: 'a'.repeat(24) })),
  );

  it('a decision is not made, and the person is told by whom it is hindered', async () => {
    const store = await openStore(folder, { lockWaitMs });
    expect(await store.commit([put('a')])).toEqual({
      ok: false,
      error: {
        reason: 'locked',
        message: expect.stringContaining(`${path}.lock is held by another process`),
      },
    });
    expect(store.all()).toEqual([]);
  });

  it('a note that is lost is told of in the state, until one is written again', async () => {
    const store = await openStore(folder, { lockWaitMs });
    await store.note([note]);
    expect(store.state).toMatchObject({
      auditProblem: expect.stringContaining(`${path}.lock is held by another process`),
    });
    await unlink(`${path}.lock`);
    await store.note([note]);
    expect(store.state).not.toHaveProperty('auditProblem');
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain('changed-seen');
  });
});

it('a decision is not written where there is no folder to lock', async () => {
  const store = await openStore(join(folder, 'none'));
  expect(await store.commit([put('a')])).toMatchObject({
    ok: false,
    error: { reason: 'write-failed' },
  });
});

describe('a listener', () => {
  const heard = async (change: () => Promise<unknown>): Promise<number> => {
    const store = await openStore(folder);
    let times = 0;
    store.onChange(() => (times += 1));
    await change();
    for (let waited = 0; times === 0 && waited < 40; waited += 1) await sleep(50);
    await store.close();
    return times;
  };

  it('hears that the file became unreadable, and that its folder did', async () => {
    expect(await heard(() => writeFile(path, '{'))).toBe(1);
    expect(await heard(() => chmod(folder, 0o777))).toBe(1);
  });

  it('hears nothing any more once it was taken off, or the store was closed', async () => {
    const store = await openStore(folder);
    const writer = await openStore(folder);
    const names: string[] = [];
    const takeOff = store.onChange(() => names.push('one'));
    const changed = new Promise<void>((resolve) =>
      store.onChange(() => {
        names.push('two');
        resolve();
      }),
    );
    takeOff();
    await writer.commit([put('a')]);
    await changed;
    await store.close();
    await writer.commit([put('b')]);
    await sleep(700);
    expect(names).toEqual(['two']);
  });

  it('hears of the records of others that its own decision came upon', async () => {
    const store = await openStore(folder);
    let times = 0;
    store.onChange(() => (times += 1));
    await (await openStore(folder)).commit([put('a')]);
    await store.commit([put('b')]);
    // At once; on a busy machine the watching of the folder may have said it before.
    expect(times).toBeGreaterThan(0);
    expect(store.find(acme, uri)).toEqual(record('a'));
    await store.close();
  });
});

it('the records with an end are those that expire', async () => {
  const store = await openStore(folder);
  await store.commit([put('a'), put('b', { expiresAt: '2027-01-01T00:00:00.000Z' })]);
  expect([...store.ending()].map(({ name }) => name)).toEqual(['b']);
});
