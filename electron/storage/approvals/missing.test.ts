import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { openStore, put, record, temporaryFolder } from '../testing/forge.ts';
import { steppingDisk } from '../testing/stepping.ts';
import { setMirror } from './mirror.ts';
import type { AuditAction } from '../../../shared/model/plain.ts';
import type { RecordChange } from '../../engine/ports/decisions.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const entry = (action: AuditAction) =>
  ({ action, server: '', uri: '', setDigest: null, detail: '' }) as const;
const everything: RecordChange = { kind: 'forget', everything: true, audit: entry('forgotten') };
const stateOf = async () => (await openStore(folder)).state;
const actions = async (): Promise<string[]> =>
  (await readFile(join(folder, 'audit.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { action: string }).action);
/** A file with one decision, as a writer that was stopped leaves it beside the place of the file. */
const leaveNext = async (): Promise<void> => {
  const elsewhere = await temporaryFolder();
  await (await openStore(elsewhere)).commit([put('next')]);
  await rename(join(elsewhere, 'approvals.json'), `${path}.next`);
};

describe('a missing file of decisions', () => {
  it('is a first start in an empty folder', async () => {
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'ready', revision: 0, records: 0 });
    expect(await store.commit([put('a')])).toMatchObject({ ok: true, value: { revision: 1 } });
  });

  it('is a first start where the audit has notes and no decision', async () => {
    await (await openStore(folder)).note([entry('exported'), entry('load-refused')]);
    expect(await stateOf()).toMatchObject({ status: 'ready' });
  });

  const decisions: readonly (readonly [string, RecordChange])[] = [
    ['an approval', put('a')],
    ['a denial', put('a', { decision: 'denied' })],
    [
      'a failed check',
      {
        kind: 'fail',
        failure: {
          server: record('a').server,
          uri: record('a').uri,
          file: record('a').uri,
          check: 'digest',
          expected: null,
          actual: null,
          at: '2026-11-21T12:00:00.000Z',
        },
        audit: entry('verification-failed'),
      },
    ],
  ];
  it.each(decisions)(
    'leaves nobody able to tell where the audit has %s, and nothing is written',
    async (_what, change) => {
      await (await openStore(folder)).commit([change]);
      await rm(path);
      const store = await openStore(folder);
      expect(store.state).toMatchObject({ status: 'unreadable', reason: 'missing' });
      expect(await store.commit([put('b')])).toMatchObject({
        ok: false,
        error: { reason: 'unreadable' },
      });
      expect(await readdir(folder)).toEqual(['audit.jsonl']);
    },
  );

  it('is said with each way to go on', async () => {
    await (await openStore(folder)).commit([put('a')]);
    const copy = join(await temporaryFolder(), 'copy.json');
    await setMirror(folder, copy);
    await rm(path);
    await leaveNext();
    expect(await stateOf()).toMatchObject({
      message:
        `${path} is missing, but audit.jsonl records decisions, and approvals.json.next holds decisions. ` +
        `To get your decisions back, restore approvals.json from a backup, or copy ${copy} there. ` +
        'To take the decisions of the interrupted write, rename approvals.json.next to approvals.json. ' +
        'To start with no decisions, run `skillgate forget --all --yes`.',
    });
  });

  const signs: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a whole approvals.json.next', leaveNext],
    [
      'an approvals.json.next of a newer version',
      async () => {
        await leaveNext();
        const text = await readFile(`${path}.next`, 'utf8');
        await writeFile(`${path}.next`, text.replace('approvals@2', 'approvals@3'));
      },
    ],
    ['a link in the place of approvals.json.next', () => symlink('nowhere', `${path}.next`)],
    ['a damaged audit', () => writeFile(join(folder, 'audit.jsonl'), '\0\0\0\0')],
    [
      'an audit that was cut short in its first line',
      () => writeFile(join(folder, 'audit.jsonl'), '{"seq":1,"action":"appro'),
    ],
    ['an audit line that is no object', () => writeFile(join(folder, 'audit.jsonl'), 'null\n')],
    ['a link in the place of the audit', () => symlink('nowhere', join(folder, 'audit.jsonl'))],
  ];
  it.each(signs)('leaves nobody able to tell beside %s', async (_what, forge) => {
    await forge();
    expect(await stateOf()).toMatchObject({ status: 'unreadable', reason: 'missing' });
  });

  const innocent: readonly (readonly [string, () => Promise<unknown>])[] = [
    [
      'an approvals.json.next that was cut short',
      async () => {
        await leaveNext();
        await writeFile(`${path}.next`, (await readFile(`${path}.next`)).subarray(0, 300));
      },
    ],
    ['an empty approvals.json.next', () => writeFile(`${path}.next`, '')],
  ];
  it.each(innocent)('is a first start beside %s', async (_what, forge) => {
    await forge();
    expect(await stateOf()).toMatchObject({ status: 'ready', records: 0 });
  });

  it("can't be told from a loss beside an empty audit, which a power cut leaves", async () => {
    await writeFile(join(folder, 'audit.jsonl'), '');
    expect(await stateOf()).toMatchObject({ status: 'unreadable', reason: 'missing' });
  });

  it('ends what an open window knew, at the next write at the latest', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    await rm(path);
    expect(await store.commit([put('b')])).toMatchObject({ error: { reason: 'unreadable' } });
    expect(store.all()).toEqual([]);
    expect(store.state).toMatchObject({ reason: 'missing' });
  });

  it('is not written by a window that saw the folder empty, before others decided and it was removed', async () => {
    const early = await openStore(folder);
    await (await openStore(folder)).commit([put('a')]);
    await rm(path);
    expect(await early.commit([put('b')])).toMatchObject({ error: { reason: 'unreadable' } });
    expect(await readdir(folder)).toEqual(['audit.jsonl']);
  });

  it('is back when a person renames approvals.json.next, and the audit says so', async () => {
    await (await openStore(folder)).commit([put('a')]);
    await rm(path);
    await leaveNext();
    const store = await openStore(folder);
    await rename(`${path}.next`, path);
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
    expect(store.all().map(({ name }) => name)).toEqual(['next', 'b']);
    expect(await actions()).toEqual(['approved', 'store-recovered', 'approved']);
  });
});

describe('starting with no decisions', () => {
  it('takes a person who forgets everything, keeps approvals.json.next, and is in the audit', async () => {
    await (await openStore(folder)).commit([put('a')]);
    await rm(path);
    await leaveNext();
    const left = await readFile(`${path}.next`);
    const store = await openStore(folder);
    const { everything: _, ...oneServer } = everything as Extract<RecordChange, { kind: 'forget' }>;
    expect(await store.commit([oneServer])).toMatchObject({ error: { reason: 'unreadable' } });
    expect(await store.commit([everything])).toMatchObject({ ok: true });
    expect(store.state).toMatchObject({ status: 'ready', records: 0 });
    expect(await stateOf()).toMatchObject({ status: 'ready', records: 0 });
    const kept = (await readdir(folder)).find((name) => name.includes('.set-aside-')) ?? '';
    expect(await readFile(join(folder, kept))).toEqual(left);
    expect(await actions()).toEqual(['approved', 'store-recovered', 'forgotten']);
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
  });

  it('is no way around a file that is there and damaged', async () => {
    await writeFile(path, '{', { mode: 0o600 });
    const store = await openStore(folder);
    expect(await store.commit([everything])).toMatchObject({ error: { reason: 'unreadable' } });
    expect(await readFile(path, 'utf8')).toBe('{');
  });
});

describe('a writer that is stopped at any step', () => {
  const stopped: (() => void)[] = [];
  // Lets go of the open files of those that were stopped.
  afterEach(() => {
    for (const end of stopped.splice(0)) end();
  });
  /** Stops for good at that step, with its lock: what another process finds then. */
  async function stopAt(step: number, change: RecordChange): Promise<boolean> {
    let tell = (): void => {};
    const told = new Promise<'stopped'>((resolve) => (tell = () => resolve('stopped')));
    const { disk } = steppingDisk(step, 'before', 'changes', () => {
      tell();
      return new Promise((_, reject) => stopped.push(() => reject(new Error('stopped'))));
    });
    const store = await openStore(folder, { disk });
    const end = await Promise.race([told, store.commit([change])]);
    await rm(`${path}.lock`, { force: true });
    return end === 'stopped';
  }

  it.each([
    ['the first decision', [] as string[]],
    ['a later one', ['a']],
  ])('of %s leaves a file that is read, and the next one is made', async (_what, before) => {
    let steps = 0;
    for (let isStopped = true; isStopped;) {
      folder = await temporaryFolder();
      path = join(folder, 'approvals.json');
      for (const name of before) await (await openStore(folder)).commit([put(name)]);
      steps += 1;
      isStopped = await stopAt(steps, put('b'));
      const store = await openStore(folder);
      expect(store.state.status).toBe('ready');
      const names = store.all().map(({ name }) => name);
      expect(isStopped ? [before, [...before, 'b']] : [[...before, 'b']]).toContainEqual(names);
      expect(await store.commit([put('c')])).toMatchObject({ ok: true });
      expect((await openStore(folder)).all().map(({ name }) => name)).toEqual([...names, 'c']);
      const said = await actions();
      // A line of a decision that is not in force never stands uncorrected.
      if (said.filter((action) => action === 'approved').length > names.length + 1)
        expect(said).toContain('store-recovered');
      expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
    }
    expect(steps).toBeGreaterThan(6);
  });

  it('of starting over leaves the question open, or is done', async () => {
    for (let [steps, isStopped] = [0, true]; isStopped;) {
      folder = await temporaryFolder();
      path = join(folder, 'approvals.json');
      await (await openStore(folder)).commit([put('a')]);
      await rm(path);
      await leaveNext();
      steps += 1;
      isStopped = await stopAt(steps, everything);
      const state = await stateOf();
      if (state.status === 'ready') expect(await actions()).toContain('forgotten');
      else expect(state.reason).toBe('missing');
      const kept = (await readdir(folder)).filter((name) => /next$|set-aside/.test(name));
      expect(kept.length).toBeGreaterThan(0);
    }
  });
});
