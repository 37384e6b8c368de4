import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseApprovals as parseInHost } from '../../../shared/host/index.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { sha256 } from '../../core/digest.ts';
import { verifyAudit } from '../audit/verify.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';
import { buildScripts } from '../testing/scripts.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
});

const args = ['-y', '@acme/server', '--token', 's3cret-value'];
const fingerprint = sha256(canonicalJson({ command: 'npx', args, cwd: null }));
const npx = { kind: 'stdio', command: 'npx', args, cwd: null, fingerprint };

/** A record as `approvals@1` had it. */
function former(name: string, identity: object = acme, change: object = {}): object {
  const { integrity: _, archive: __, lapsed: ___, server, coverage, ...rest } = record(name);
  const { verified, total } = coverage;
  return {
    ...rest,
    server: { label: server.label, identity },
    coverage: { verified, total },
    ...change,
  };
}
const fileOf = (...records: readonly object[]): string =>
  JSON.stringify({
    format: 'skillgate/approvals@1',
    revision: 7,
    updatedAt: '2026-11-21T12:00:00.000Z',
    generator: { name: 'skillgate', version: '0.1.0' },
    records,
    later: { kept: true },
  });
const several = fileOf(
  former('a', acme, { later: 1, expiresAt: '2027-01-01T00:00:00.000Z', note: 'looked at it' }),
  former('b', npx, { decision: 'denied' }),
  former('c', { kind: 'http', url: 'https://h.example/mcp?key=s3cret-value' }),
  former('d', npx, {
    integrity: 'archive',
    archive: { url: 'https://h.example/d.tgz', digest: sha256('d') },
  }),
);
const stdio: Identity = { kind: 'stdio', fingerprint };
const keyed: Identity = {
  kind: 'http',
  url: 'https://h.example/mcp',
  query: sha256('key=s3cret-value'),
};
const copies = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('approvals.json.v1-'));
const decided = (records: readonly ApprovalRecord[]): unknown[] =>
  records.map(({ name, decision, server, resources, setDigest }) => [
    name,
    decision,
    server.identity,
    resources,
    setDigest,
  ]);

describe('a file of approvals@1', () => {
  it('is carried forward as soon as it is opened, and kept byte for byte beside itself', async () => {
    await writeFile(path, several, { mode: 0o600 });
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'ready', revision: 8, records: 4 });
    expect(store.find(acme, record('a').uri)).toEqual({
      ...record('a', { expiresAt: '2027-01-01T00:00:00.000Z', note: 'looked at it' }),
      coverage: { verified: 1, shown: 0, total: 1 },
      later: 1,
    });
    expect(store.find(stdio, record('b').uri)?.decision).toBe('denied');
    expect(store.find(keyed, record('c').uri)?.decision).toBe('approved');
    expect(store.find(stdio, record('d').uri)).toMatchObject({
      integrity: 'archive',
      archive: { digest: sha256('d') },
    });
    const file = JSON.parse(await readFile(path, 'utf8')) as { format: string; later: unknown };
    expect(file).toMatchObject({ format: 'skillgate/approvals@2', later: { kept: true } });
    const [copy = '', ...more] = await copies();
    expect(more).toEqual([]);
    expect(await readFile(join(folder, copy), 'utf8')).toBe(several);
    expect((await nodeDisk.lstat(join(folder, copy))).mode & 0o777n).toBe(0o600n);
    const audit = await readFile(join(folder, 'audit.jsonl'), 'utf8');
    expect(audit).toContain(`approvals@1 was migrated: 4 decisions; the former file is ${copy}`);
  });

  it('leaves no argument and no query in the file that is written', async () => {
    await writeFile(path, several, { mode: 0o600 });
    await openStore(folder);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('s3cret-value');
    expect(text).toContain('npx -y @acme/server --token ••••');
    expect(text).toContain('https://h.example/mcp?••••');
  });

  it('is carried forward once', async () => {
    await writeFile(path, several, { mode: 0o600 });
    await openStore(folder);
    const before = await readFile(path);
    await openStore(folder);
    expect(await readFile(path)).toEqual(before);
    expect(await copies()).toHaveLength(1);
  });

  it('gives no server a decision that matched none: they stay in the copy, and are counted', async () => {
    const strange = fileOf(
      former('a'),
      former('b', { ...npx, command: 'evil' }),
      former('c', { kind: 'http', url: 'HTTPS://H.example/' }),
      former('d', { kind: 'http', url: 'https://münchen.example/' }),
      former('e', { ...npx, cwd: '' }),
    );
    await writeFile(path, strange, { mode: 0o600 });
    const store = await openStore(folder);
    expect(store.all().map(({ name }) => name)).toEqual(['a']);
    expect(await readFile(join(folder, (await copies())[0] ?? ''), 'utf8')).toBe(strange);
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain(
      '1 decisions, 4 that matched no server were skipped',
    );
  });

  it('says the same in this version to a host as it did in its own', async () => {
    const before = parseInHost(several);
    await writeFile(path, several, { mode: 0o600 });
    await openStore(folder);
    const after = parseInHost(await readFile(path, 'utf8'));
    if (before.status !== 'ready' || after.status !== 'ready') throw new Error('unreadable');
    expect(decided(after.records)).toEqual(decided(before.records));
  });

  it('is read, and left as it is, where nothing can be written', async () => {
    await writeFile(path, several, { mode: 0o600 });
    const refused = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }));
    const disk: FileSystem = {
      ...nodeDisk,
      open: (file, flags, mode) =>
        file.includes('.json.') ? refused() : nodeDisk.open(file, flags, mode),
    };
    const store = await openStore(folder, { disk });
    expect(store.all()).toHaveLength(4);
    expect(await store.commit([put('z')])).toMatchObject({
      ok: false,
      error: { reason: 'write-failed' },
    });
    expect(await readFile(path, 'utf8')).toBe(several);
    expect(await (await openStore(folder)).commit([put('z')])).toMatchObject({ ok: true });
  });

  it('is not touched while other users could write it', async () => {
    await writeFile(path, several);
    await chmod(path, 0o666);
    expect((await openStore(folder)).state).toMatchObject({ status: 'unreadable' });
    expect(await readFile(path, 'utf8')).toBe(several);
  });
});

describe('carrying forward that is killed', () => {
  let scripts: Awaited<ReturnType<typeof buildScripts>>;
  beforeAll(async () => {
    scripts = await buildScripts('dying');
    return () => scripts.remove();
  });

  async function dying(at: number, when: 'before' | 'after'): Promise<string> {
    const child = spawn(process.execPath, [scripts.path('dying'), folder, String(at), when], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return said;
  }

  it('at any step leaves the old file or the new one, and every decision in it (starts one per step)', async () => {
    let steps = 0;
    let kills = 0;
    const met = { old: 0, new: 0 };
    await writeFile(path, several, { mode: 0o600 });
    steps = Number((await dying(0, 'before')).split(' ')[1]);
    expect(steps).toBeGreaterThan(15);
    const whole = decided((await openStore(folder)).all());
    for (let at = 1; at <= steps; at += 1) {
      for (const when of ['before', 'after'] as const) {
        folder = await temporaryFolder();
        path = join(folder, 'approvals.json');
        await writeFile(path, several, { mode: 0o600 });
        expect(await dying(at, when)).toBe('');
        kills += 1;
        const text = await readFile(path, 'utf8');
        if (text === several) met.old += 1;
        else met.new += 1;
        // The former file is always somewhere: in its place, or in the copy.
        const kept = await Promise.all(
          (await copies())
            .filter((name) => !name.endsWith('.tmp'))
            .map((name) => readFile(join(folder, name), 'utf8')),
        );
        expect([text, ...kept]).toContain(several);
        const host = parseInHost(text);
        expect(host.status).toBe('ready');
        const store = await openStore(folder);
        expect(decided(store.all())).toEqual(whole);
        expect(await store.commit([put('z')])).toMatchObject({ ok: true });
        expect(await copies()).toHaveLength(1);
        expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
        await rm(folder, { recursive: true });
      }
    }
    expect(met.old).toBeGreaterThan(0);
    expect(met.new).toBeGreaterThan(0);
    process.stdout.write(
      `    ${kills} kills at ${steps} steps of carrying forward: ${met.old} left the old file, ${met.new} the new one, no decision lost\n`,
    );
  }, 300_000);
});
