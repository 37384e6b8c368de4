import { chmod, mkdir, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../shared/model/approval.ts';
import { verifyAudit } from '../audit/verify.ts';
import { nodeDisk, type Disk } from '../disk/disk.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const refusal = (code: string): Error => Object.assign(new Error(code), { code });
const uriOf = (name: string): string => record(name).uri;

describe('a store of approvals', () => {
  it('starts ready and empty and writes nothing until there is a decision', async () => {
    const store = await openStore(folder);
    expect(store.state).toEqual({ status: 'ready', path, revision: 0, records: 0 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives back in a second process what the first one decided', async () => {
    const store = await openStore(folder);
    expect(await store.commit([put('refunds'), put('invoices', { decision: 'denied' })])).toEqual({
      ok: true,
      value: { revision: 1 },
    });
    const again = await openStore(folder);
    expect(again.find(acme, uriOf('refunds'))).toEqual(record('refunds'));
    expect(again.find(acme, uriOf('invoices'))?.decision).toBe('denied');
    expect(again.all().map(({ name }) => name)).toEqual(['refunds', 'invoices']);
  });

  it('writes a file that any JSON reader understands, for its owner alone', async () => {
    const store = await openStore(folder);
    await store.commit([put('refunds')]);
    const file = JSON.parse(await readFile(path, 'utf8')) as unknown;
    expect(file).toEqual({
      format: 'skillgate/approvals@2',
      revision: 1,
      updatedAt: '2026-11-21T12:00:00.000Z',
      generator: { name: 'skillgate', version: '0.0.0' },
      failures: [],
      records: [record('refunds')],
    });
    expect((await nodeDisk.lstat(path)).mode & 0o777n).toBe(0o600n);
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
  });

  it('keeps one live record per identity and URI, in its old place', async () => {
    const store = await openStore(folder);
    await store.commit([put('a'), put('b')]);
    await store.commit([put('a', { decision: 'denied', id: 'second', supersedes: 'id-a' })]);
    expect((await openStore(folder)).all().map(({ id }) => id)).toEqual(['second', 'id-b']);
  });

  it('does not apply a record to another identity under the same label, and counts it as stray', async () => {
    const other: Identity = { kind: 'http', url: 'https://evil.example/mcp' };
    const store = await openStore(folder);
    await store.commit([put('a')]);
    expect(store.find(other, uriOf('a'))).toBeNull();
    expect(store.strayRecords('acme', other)).toBe(1);
    expect(store.strayRecords('acme', acme)).toBe(0);
    await store.commit([
      {
        kind: 'remove',
        identity: acme,
        uri: uriOf('a'),
        replaces: 'id-a',
        audit: { action: 'revoked', server: 'acme', uri: uriOf('a'), setDigest: null, detail: '' },
      },
    ]);
    expect(store.strayRecords('acme', other)).toBe(0);
    expect((await openStore(folder)).all()).toEqual([]);
  });

  it('keeps unknown fields of the file and of records through a rewrite, in any layout', async () => {
    const foreign = {
      format: 'skillgate/approvals@2',
      revision: 7,
      updatedAt: '2026-01-01T00:00:00.000Z',
      generator: { name: 'host', version: '9', build: 3 },
      records: [{ ...record('a'), later: { x: [1] } }],
      extra: 'kept',
    };
    await writeFile(path, JSON.stringify(foreign, null, 4), { mode: 0o600 });
    const store = await openStore(folder);
    expect(await store.commit([put('b')])).toEqual({ ok: true, value: { revision: 8 } });
    const file = JSON.parse(await readFile(path, 'utf8')) as { extra: string; records: unknown[] };
    expect(file.extra).toBe('kept');
    expect(file.records).toEqual([{ ...record('a'), later: { x: [1] } }, record('b')]);
  });

  it('loses no record of a writer that it had not heard of', async () => {
    const [one, two] = [await openStore(folder), await openStore(folder)];
    await one.commit([put('a')]);
    expect(await two.commit([put('b')])).toEqual({ ok: true, value: { revision: 2 } });
    await one.commit([put('c')]);
    expect((await openStore(folder)).all().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toEqual({
      ok: true,
      lines: 3,
      recovered: 0,
    });
  });

  it('stays readable over more scattered changes than fit one write', async () => {
    const store = await openStore(folder);
    await store.commit(Array.from({ length: 600 }, (_, index) => put(`s${index}`)));
    for (let index = 0; index < 600; index += 150)
      await store.commit([put(`s${index}`, { note: 'again', supersedes: `id-s${index}` })]);
    const again = await openStore(folder);
    expect(again.all()).toEqual(store.all());
    expect(again.all().filter(({ note }) => note === 'again')).toHaveLength(4);
  });

  it('says when another window changed the file', async () => {
    const [seer, writer] = [await openStore(folder), await openStore(folder)];
    const changed = new Promise<void>((resolve) => seer.onChange(resolve));
    await writer.commit([put('a')]);
    await changed;
    expect(seer.find(acme, uriOf('a'))?.decision).toBe('approved');
    await seer.close();
  });
});

describe('a store that can not be read', () => {
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
    const disk: Disk = { ...nodeDisk, open: () => Promise.reject(refusal('EACCES')) };
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

describe('a commit that fails', () => {
  const failures: readonly (readonly [string, (real: Disk) => Disk])[] = [
    [
      'the disk is full',
      (real) => ({
        ...real,
        open: (file, ...rest) =>
          file.endsWith('.next') ? Promise.reject(refusal('ENOSPC')) : real.open(file, ...rest),
      }),
    ],
    [
      'the folder is read-only',
      (real) => ({
        ...real,
        open: (file, ...rest) =>
          file.endsWith('.next') ? Promise.reject(refusal('EROFS')) : real.open(file, ...rest),
      }),
    ],
    [
      'the audit can not be written',
      (real) => ({
        ...real,
        open: (file, ...rest) =>
          file.endsWith('audit.jsonl')
            ? Promise.reject(refusal('EACCES'))
            : real.open(file, ...rest),
      }),
    ],
    [
      'the file can not be replaced',
      (real) => ({ ...real, rename: () => Promise.reject(refusal('EXDEV')) }),
    ],
  ];
  for (const [what, breakDisk] of failures) {
    it(`leaves the old decisions in force when ${what}, and the next one works`, async () => {
      const first = await openStore(folder);
      await first.commit([put('a')]);
      const before = await readFile(path);
      const broken = await openStore(folder, { disk: breakDisk(nodeDisk) });
      expect(await broken.commit([put('b')])).toMatchObject({
        ok: false,
        error: { reason: 'write-failed' },
      });
      expect(broken.find(acme, uriOf('b'))).toBeNull();
      expect(await readFile(path)).toEqual(before);
      expect(await first.commit([put('c')])).toMatchObject({ ok: true });
      expect((await openStore(folder)).all().map(({ name }) => name)).toEqual(['a', 'c']);
      expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
      expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
    });
  }

  it('removes what a writer killed before its last step left behind, and says so in the audit', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    await writeFile(`${path}.next`, 'half of a fi');
    expect(await store.commit([put('b')])).toMatchObject({ ok: true });
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain(
      'an earlier write was interrupted',
    );
    expect((await openStore(folder)).all()).toHaveLength(2);
  });

  it('tries again while another program holds the file open (Windows)', async () => {
    let refusals = 2;
    const disk: Disk = {
      ...nodeDisk,
      rename: (from, to) => (refusals-- > 0 ? Promise.reject(refusal('EBUSY')) : rename(from, to)),
    };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('a')])).toMatchObject({ ok: true });
  });

  it('reports a note that can not be added in its state and goes on', async () => {
    const disk: Disk = {
      ...nodeDisk,
      open: (file, ...rest) =>
        file.endsWith('audit.jsonl')
          ? Promise.reject(refusal('ENOSPC'))
          : nodeDisk.open(file, ...rest),
    };
    const store = await openStore(folder, { disk });
    await store.note([
      { action: 'changed-seen', server: 'acme', uri: 'skill://a', setDigest: null, detail: '' },
    ]);
    expect(store.state).toMatchObject({
      status: 'ready',
      auditProblem: 'audit.jsonl can not be written: the disk is full',
    });
  });
});
