import { chmod, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const refusal = (code: string): Error => Object.assign(new Error(code), { code });
/** What `JSON.stringify` could not make: where `"deep"` stands, as many lists as bring it down. */
const deep = (value: object): string =>
  JSON.stringify(value).replace('"deep"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
const nested = <T extends object>(value: T): object => ({ findings: 'deep', ...value });
const uriOf = (name: string): string => record(name).uri;

describe('a store that cannot be read', () => {
  const good = {
    format: 'skillgate/approvals@2',
    revision: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    generator: { name: 'x', version: '1' },
    records: [record('a')],
  };
  const damaged: readonly (readonly [string, string | Buffer])[] = [
    ['empty', ''],
    ['no JSON', 'approvals'],
    ['cut short', JSON.stringify(good).slice(0, -20)],
    ['a list', '[]'],
    ['without a format', JSON.stringify({ ...good, format: undefined })],
    ['of another format', JSON.stringify({ ...good, format: 'other@1' })],
    ['without records', JSON.stringify({ ...good, records: undefined })],
    [
      'with a record without a decision',
      JSON.stringify({ ...good, records: [{ ...record('a'), decision: 'maybe' }] }),
    ],
    [
      'with two records of one skill',
      JSON.stringify({ ...good, records: [record('a'), record('a', { decision: 'denied' })] }),
    ],
    ['with a negative revision', JSON.stringify({ ...good, revision: -1 })],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    // JSON is read however deep it is, and is not written any more: it has to end in words.
    [
      'with a record too deep to be written again',
      deep({ ...good, records: [nested(record('a'))] }),
    ],
    ['too deep to be written again', deep(nested(good))],
    [
      'too deep to be written again, as it writes one itself',
      `${deep(nested({ ...good, records: [] })).slice(0, -2)}\n${JSON.stringify(record('a'))}\n]}\n`,
    ],
    [
      'with a record too deep to be written again, as it writes one itself',
      `${JSON.stringify({ ...good, records: [] }).slice(0, -2)}\n${deep(nested(record('a')))}\n]}\n`,
    ],
  ];
  for (const [what, content] of damaged) {
    it(`is corrupt when the file is ${what}: it is kept twice, and nothing is written`, async () => {
      await writeFile(path, content, { mode: 0o600 });
      const store = await openStore(folder);
      expect(store.state).toMatchObject({ status: 'unreadable', reason: 'corrupt' });
      expect(await store.commit([put('b')])).toMatchObject({
        ok: false,
        error: { reason: 'unreadable' },
      });
      expect(store.find(acme, uriOf('a'))).toBeNull();
      expect(await readFile(path)).toEqual(Buffer.from(content));
      await openStore(folder);
      const kept = (await readdir(folder)).filter((name) =>
        name.startsWith('approvals.json.corrupt-'),
      );
      expect(kept).toHaveLength(1);
      expect(await readFile(join(folder, kept[0] ?? ''))).toEqual(Buffer.from(content));
    });
  }

  it.each([
    ['its format is not skillgate/approvals@2', { format: 'other@1' }],
    ['its records are not a list', { records: {} }],
    ['its revision is invalid', { revision: -1 }],
    [
      'record 2: its decision is invalid',
      { records: [record('a'), { ...record('b'), decision: 1 }] },
    ],
    [
      'record 2: a second record of the same server and URI',
      { records: [record('a'), record('a')] },
    ],
    [
      'record 1: its decision is invalid',
      { format: 'skillgate/approvals@1', records: [{ ...record('b'), decision: 1 }] },
    ],
  ])('says that %s', async (why, change) => {
    await writeFile(path, JSON.stringify({ ...good, ...change }), { mode: 0o600 });
    expect((await openStore(folder)).state).toMatchObject({
      reason: 'corrupt',
      message: expect.stringContaining(`${path} can’t be used: ${why}`),
    });
  });

  it('is kept beside itself once, however often and however late it is looked at', async () => {
    const copies = async (): Promise<readonly string[]> =>
      (await readdir(folder)).filter((name) => name.startsWith('approvals.json.corrupt-'));
    await writeFile(path, '{', { mode: 0o600 });
    // What a killed writer began to copy is no copy.
    await writeFile(`${path}.corrupt-begun.tmp`, '{', { mode: 0o600 });
    await openStore(folder);
    await openStore(folder, { now: () => Date.UTC(2027, 0, 1) });
    expect(await copies()).toHaveLength(2);
    await writeFile(path, '[', { mode: 0o600 });
    await openStore(folder, { now: () => Date.UTC(2027, 0, 1) });
    expect(await copies()).toHaveLength(3);
  });

  it('is not written over where it could not be compared, although its stamp is the known one', async () => {
    let isBroken = false;
    const disk: FileSystem = {
      ...nodeDisk,
      open: (file, ...rest) =>
        isBroken && file === path ? Promise.reject(refusal('EIO')) : nodeDisk.open(file, ...rest),
    };
    const store = await openStore(folder, { disk });
    await store.commit([put('a')]);
    isBroken = true;
    expect(await store.commit([put('b')])).toMatchObject({
      ok: false,
      error: { reason: 'unreadable' },
    });
    isBroken = false;
    expect((await openStore(folder)).all().map(({ name }) => name)).toEqual(['a']);
  });

  it('is looked at again by itself, since what hinders reading may end', async () => {
    await writeFile(path, JSON.stringify(good), { mode: 0o600 });
    let isBroken = true;
    const disk: FileSystem = {
      ...nodeDisk,
      open: (file, ...rest) =>
        isBroken && file === path ? Promise.reject(refusal('EIO')) : nodeDisk.open(file, ...rest),
    };
    const store = await openStore(folder, { disk });
    expect(store.state).toMatchObject({ status: 'unreadable', reason: 'io' });
    const told = new Promise<void>((resolve) => store.onChange(resolve));
    isBroken = false;
    await told;
    expect(store.state).toMatchObject({ status: 'ready', records: 1 });
    await store.close();
  });

  it('is read as any other program would when its lines are of another version by now', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('approvals@2', 'approvals@1'), { mode: 0o600 });
    await store.commit([put('b')]);
    expect(store.all()).toEqual((await openStore(folder)).all());
    expect(store.find(acme, uriOf('b'))).not.toBeNull();
  });

  it('refuses a file of a newer major version and leaves it as it is', async () => {
    const text = JSON.stringify({ ...good, format: 'skillgate/approvals@3', records: 'otherwise' });
    await writeFile(path, text, { mode: 0o600 });
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'unreadable', reason: 'newer-format' });
    expect(await store.commit([put('b')])).toMatchObject({
      ok: false,
      error: { reason: 'unreadable' },
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('follows no symbolic link in the place of the file', async () => {
    await writeFile(join(folder, 'elsewhere.json'), JSON.stringify(good));
    await symlink(join(folder, 'elsewhere.json'), path);
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'unreadable', reason: 'symlink' });
    expect(await store.commit([put('b')])).toMatchObject({ ok: false });
    expect(JSON.parse(await readFile(join(folder, 'elsewhere.json'), 'utf8'))).toEqual(good);
  });

  it('follows no symbolic link in the place of the folder', async () => {
    const link = `${folder}-link`;
    await symlink(folder, link);
    expect((await openStore(link)).state).toMatchObject({
      status: 'unreadable',
      reason: 'symlink',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'refuses a folder and a file that others can write',
    async () => {
      await writeFile(path, JSON.stringify(good));
      await chmod(path, 0o666);
      expect((await openStore(folder)).state).toMatchObject({
        status: 'unreadable',
        reason: 'permission',
      });
      await chmod(path, 0o600);
      await chmod(folder, 0o777);
      expect((await openStore(folder)).state).toMatchObject({
        status: 'unreadable',
        reason: 'unsafe-folder',
      });
    },
  );

  it('does not hang on a folder in the place of the file', async () => {
    await mkdir(path);
    expect((await openStore(folder)).state).toMatchObject({ status: 'unreadable', reason: 'io' });
  });

  it('is unreadable, not empty, when the system denies reading', async () => {
    await writeFile(path, JSON.stringify(good), { mode: 0o600 });
    const disk: FileSystem = { ...nodeDisk, open: () => Promise.reject(refusal('EACCES')) };
    expect((await openStore(folder, { disk })).state).toMatchObject({
      status: 'unreadable',
      reason: 'permission',
    });
  });

  it('works again, and says so in the audit, when a person has mended the file', async () => {
    await writeFile(path, '{', { mode: 0o600 });
    const store = await openStore(folder);
    expect(store.state.status).toBe('unreadable');
    await writeFile(path, JSON.stringify(good), { mode: 0o600 });
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
    expect(store.all().map(({ name }) => name)).toEqual(['a', 'b']);
    const audit = (await readFile(join(folder, 'audit.jsonl'), 'utf8')).trim().split('\n');
    expect(audit.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'store-recovered',
      'approved',
    ]);
  });

  it('does not serve what it read before the file was damaged', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    await writeFile(path, '{"format"');
    expect(await store.commit([put('b')])).toMatchObject({
      ok: false,
      error: { reason: 'unreadable' },
    });
    expect(store.find(acme, uriOf('a'))).toBeNull();
  });
});
