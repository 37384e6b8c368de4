import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../../shared/model/approval.ts';
import { verifyAudit } from '../audit/verify.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
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
    const writer = await openStore(folder);
    await writer.commit([put('first')]);
    const seer = await openStore(folder);
    const changed = new Promise<void>((resolve) => seer.onChange(resolve));
    await writer.commit([put('a')]);
    await changed;
    expect(seer.find(acme, uriOf('a'))?.decision).toBe('approved');
    await seer.close();
  });
});

describe('a commit that fails', () => {
  const failures: readonly (readonly [string, (real: FileSystem) => FileSystem])[] = [
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
      'the audit cannot be written',
      (real) => ({
        ...real,
        open: (file, ...rest) =>
          file.endsWith('audit.jsonl')
            ? Promise.reject(refusal('EACCES'))
            : real.open(file, ...rest),
      }),
    ],
    [
      'the file cannot be replaced',
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

  it('is said in the audit to be of no effect where its lines stand there already', async () => {
    await (await openStore(folder)).commit([put('first')]);
    const disk: FileSystem = { ...nodeDisk, rename: () => Promise.reject(refusal('EXDEV')) };
    await (await openStore(folder, { disk })).commit([put('a')]);
    const lines = (await readFile(join(folder, 'audit.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.slice(1).map((line) => JSON.parse(line) as object)).toMatchObject([
      { action: 'approved', server: 'acme' },
      {
        action: 'store-recovered',
        server: '',
        uri: '',
        setDigest: null,
        detail: 'the decisions noted just before could not be written and are not in force',
      },
    ]);
  });

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
    const disk: FileSystem = {
      ...nodeDisk,
      rename: (from, to) => (refusals-- > 0 ? Promise.reject(refusal('EBUSY')) : rename(from, to)),
    };
    const store = await openStore(folder, { disk });
    expect(await store.commit([put('a')])).toMatchObject({ ok: true });
  });

  it('reports a note that cannot be added in its state and goes on', async () => {
    const disk: FileSystem = {
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
      auditProblem: 'audit.jsonl can’t be written: the disk is full',
    });
  });
});
