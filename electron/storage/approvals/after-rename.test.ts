import { readFile, readdir, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';
import { recordingDisk } from '../testing/recording.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
  await (await openStore(folder)).commit([put('a')]);
});

const failing = (code: string): Error => Object.assign(new Error(code), { code });
const names = async (): Promise<string[]> =>
  (await openStore(folder)).all().map(({ name }) => name);
/** What the audit says after the line of the first decision. */
const audited = async (): Promise<string[]> =>
  (await readFile(join(folder, 'audit.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const { action, detail } = JSON.parse(line) as { action: string; detail: string };
      return action === 'store-recovered' ? detail : action;
    });

/** Handles of the file of this name do what `change` gives, where it gives anything. */
const withHandle = (
  file: string,
  change: (name: string) => ((real: FileHandle) => Promise<unknown>) | undefined,
): FileSystem => ({
  ...nodeDisk,
  open: async (at, ...rest) => {
    const handle = await nodeDisk.open(at, ...rest);
    if (basename(at) !== file) return handle;
    return new Proxy(handle, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        const changed = change(String(name));
        if (changed !== undefined) return () => changed(target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  },
});
const rejecting =
  (code: string): ((real: FileHandle) => Promise<unknown>) =>
  () =>
    Promise.reject(failing(code));

describe('a decision whose file was replaced', () => {
  it.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'is made as usual on a file system without a flush for folders (%s)',
    async (code) => {
      const { disk } = recordingDisk((step) =>
        step === `sync ${basename(folder)}` ? failing(code) : null,
      );
      const store = await openStore(folder, { disk });
      expect(await store.commit([put('b')])).toMatchObject({ ok: true });
      expect(store.state).not.toHaveProperty('flushProblem');
      expect(await names()).toEqual(['a', 'b']);
      expect(await audited()).toEqual(['approved']);
    },
  );

  it('is in force, and said to be so, when the flush of its folder fails', async () => {
    let isBroken = true;
    const { disk } = recordingDisk((step) =>
      isBroken && step === `sync ${basename(folder)}` ? failing('EIO') : null,
    );
    const store = await openStore(folder, { disk });
    const count = store.count(acme, record('b').uri);
    expect(await store.commit([put('b')])).toMatchObject({ ok: true, value: { revision: 2 } });
    expect(store.state).toMatchObject({ status: 'ready', flushProblem: 'EIO' });
    expect(store.count(acme, record('b').uri)).toBe(count + 1);
    expect(await names()).toEqual(['a', 'b']);
    expect(await audited()).toEqual([
      'approved',
      'the decisions recorded just before are in effect, but a power loss could undo them: EIO',
    ]);
    isBroken = false;
    expect(await store.commit([put('c')])).toMatchObject({ ok: true });
    expect(store.state).not.toHaveProperty('flushProblem');
  });

  it('is in force when the rename was done and reported as failed', async () => {
    const disk: FileSystem = {
      ...nodeDisk,
      rename: async (from, to) => {
        await nodeDisk.rename(from, to);
        throw failing('EIO');
      },
    };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
    expect(store.all().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await names()).toEqual(['a', 'b']);
    expect(await audited()).toEqual(['approved']);
  });

  it('is not in force, and said to be so, when the rename was reported as done and was not', async () => {
    const disk: FileSystem = { ...nodeDisk, rename: () => Promise.resolve() };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('b')])).toMatchObject({
      ok: false,
      error: {
        reason: 'write-failed',
        message: expect.stringContaining('the old one is still there'),
      },
    });
    expect(store.all().map(({ name }) => name)).toEqual(['a']);
    expect(await audited()).toEqual([
      'approved',
      'the decisions noted just before could not be written and are not in force',
    ]);
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
  });

  it('is in force when the new file cannot be looked at for its stamp', async () => {
    let isRenamed = false;
    const disk: FileSystem = {
      ...nodeDisk,
      rename: async (from, to) => {
        await nodeDisk.rename(from, to);
        isRenamed = true;
      },
      lstat: (file) => (isRenamed ? Promise.reject(failing('EIO')) : nodeDisk.lstat(file)),
    };
    expect(await (await openStore(folder, { disk })).commit([put('b')])).toMatchObject({
      ok: true,
    });
    expect(await names()).toEqual(['a', 'b']);
    expect(await audited()).toEqual(['approved']);
  });

  it('is said to be in doubt where the file cannot be read any more', async () => {
    let isRenamed = false;
    const disk: FileSystem = {
      ...nodeDisk,
      rename: async (from, to) => {
        isRenamed = true;
        await nodeDisk.rename(from, to);
        throw failing('EIO');
      },
      open: (file, ...rest) =>
        isRenamed && file === path ? Promise.reject(failing('EIO')) : nodeDisk.open(file, ...rest),
    };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('b')])).toMatchObject({
      ok: false,
      error: { reason: 'unreadable', message: expect.stringContaining('nobody can tell whether') },
    });
    expect(store.state).toMatchObject({ status: 'unreadable', reason: 'io' });
    expect(await audited()).toEqual([
      'approved',
      'nobody can tell whether the decisions noted just before are in force',
    ]);
  });
});

describe('an audit line that was flushed', () => {
  it.each(['stat', 'close'])('counts although %s fails on it afterwards', async (step) => {
    let isFlushed = false;
    const disk = withHandle('audit.jsonl', (name) => {
      if (name === 'datasync')
        return async (real) => {
          await real.datasync();
          isFlushed = true;
        };
      if (name !== step || !isFlushed) return undefined;
      return async (real) => {
        if (name === 'close') await real.close();
        throw failing('EIO');
      };
    });
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
    expect(await names()).toEqual(['a', 'b']);
    expect(await audited()).toEqual(['approved']);
  });
});

describe('an audit line of a decision that is not in force', () => {
  const correction =
    'an earlier write was interrupted; the decisions recorded just before it might not have been saved';

  it('that could not be taken back is corrected by the next write of any process', async () => {
    const disk = withHandle('audit.jsonl', (name) =>
      name === 'datasync' || name === 'truncate' ? rejecting('EIO') : undefined,
    );
    expect(await (await openStore(folder, { disk })).commit([put('b')])).toMatchObject({
      ok: false,
      error: { reason: 'write-failed' },
    });
    expect(await names()).toEqual(['a']);
    await (await openStore(folder)).commit([put('c')]);
    expect(await audited()).toEqual(['approved', correction, 'approved']);
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
  });

  it('is corrected by the next write where the failing one could not do it', async () => {
    let isBroken = false;
    const disk: FileSystem = {
      ...nodeDisk,
      rename: () => {
        isBroken = true;
        return Promise.reject(failing('EIO'));
      },
      open: (file, ...rest) =>
        isBroken && file.endsWith('audit.jsonl')
          ? Promise.reject(failing('EROFS'))
          : nodeDisk.open(file, ...rest),
    };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('b')])).toMatchObject({ ok: false });
    expect(store.state).toMatchObject({ auditProblem: expect.stringContaining('read-only') });
    await (await openStore(folder)).commit([put('c')]);
    expect(await names()).toEqual(['a', 'c']);
    expect(await audited()).toEqual(['approved', correction, 'approved']);
  });
});
