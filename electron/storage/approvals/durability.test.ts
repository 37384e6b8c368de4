import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeAtomic } from '../disk/atomic-file.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { openStore, put, temporaryFolder } from '../testing/forge.ts';
import { recordingDisk } from '../testing/recording.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const names = async (): Promise<string[]> =>
  (await openStore(folder)).all().map(({ name }) => name);
const failing = (code: string): Error => Object.assign(new Error(code), { code });

describe('a decision', () => {
  it('is flushed with its audit line before it is put in force, and its folder after', async () => {
    const { disk, steps } = recordingDisk();
    const store = await openStore(folder, { disk });
    await store.commit([put('a')]);
    // The first one of a folder puts an empty file there before its audit line.
    expect(steps.indexOf('rename approvals.json.next approvals.json')).toBeLessThan(
      steps.indexOf('writev audit.jsonl'),
    );
    steps.length = 0;
    await store.commit([put('b')]);
    expect(steps).toEqual([
      'writev approvals.json.next',
      'sync approvals.json.next',
      'writev audit.jsonl',
      'datasync audit.jsonl',
      'rename approvals.json.next approvals.json',
      `sync ${basename(folder)}`,
    ]);
  });

  it('of the version before is kept, flushed, before anything replaces it', async () => {
    await writeFile(path, JSON.stringify({ ...former, records: [] }));
    const { disk, steps } = recordingDisk();
    await openStore(folder, { disk });
    const copied = steps.findIndex((step) => /^rename \S+\.tmp approvals\.json\.v1-/.test(step));
    expect(steps.slice(copied - 1, copied + 2).map((step) => step.split(' ')[0])).toEqual([
      'sync',
      'rename',
      'sync',
    ]);
    expect(copied).toBeLessThan(steps.indexOf('rename approvals.json.next approvals.json'));
  });

  it.each(['sync approvals.json.next', 'writev audit.jsonl', 'datasync audit.jsonl'])(
    'leaves nothing behind when %s fails: no line in the audit, no file beside it',
    async (broken) => {
      await (await openStore(folder)).commit([put('a')]);
      const audit = await readFile(join(folder, 'audit.jsonl'), 'utf8');
      const { disk } = recordingDisk((step) => (step === broken ? failing('EIO') : null));
      expect(await (await openStore(folder, { disk })).commit([put('b')])).toMatchObject({
        ok: false,
        error: { reason: 'write-failed' },
      });
      expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toBe(audit);
      expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
      expect(await names()).toEqual(['a']);
    },
  );

  it('of another program is not overwritten when the clock gave both files one stamp', async () => {
    let frozen: Awaited<ReturnType<FileSystem['lstat']>> | null = null;
    const store = await openStore(folder, {
      disk: { ...nodeDisk, lstat: async (file) => frozen ?? nodeDisk.lstat(file) },
    });
    await store.commit([put('a')]);
    frozen = await nodeDisk.lstat(path);
    await (await openStore(folder)).commit([put('b')]);
    expect(await store.commit([put('c')])).toMatchObject({ ok: true });
    expect(await names()).toEqual(['a', 'b', 'c']);
  });
});

describe('content that the system takes in pieces', () => {
  it('arrives whole', async () => {
    const short: FileSystem = {
      ...nodeDisk,
      open: async (file, ...rest) => {
        const handle = await nodeDisk.open(file, ...rest);
        return new Proxy(handle, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target);
            if (name === 'writev')
              return (chunks: readonly Uint8Array[]) =>
                target.writev([(chunks[0] as Uint8Array).subarray(0, 3)]);
            if (name === 'write')
              return (bytes: Uint8Array, from: number, length: number) =>
                target.write(bytes, from, Math.min(length, 4));
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      },
    };
    await writeAtomic(path, [Buffer.from('first, '), Buffer.from('second, third')], short);
    expect(await readFile(path, 'utf8')).toBe('first, second, third');
  });

  it('may be nothing at all', async () => {
    await writeAtomic(path, []);
    expect(await readFile(path, 'utf8')).toBe('');
  });
});

const former = {
  format: 'skillgate/approvals@1',
  revision: 3,
  updatedAt: '2026-11-21T12:00:00.000Z',
  generator: { name: 'skillgate', version: '0.0.0' },
};
