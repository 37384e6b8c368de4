import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditAction } from '../../../shared/model/plain.ts';
import type { ApprovalsStore, RecordChange } from '../../engine/ports/decisions.ts';
import { verifyAudit } from '../audit/verify.ts';
import { thisProcess } from '../disk/lock.ts';
import { acme, at as noon, openStore, put, record, temporaryFolder } from '../testing/forge.ts';
import { openApprovals } from './approvals.ts';
import { copiesToKeep, DecisionCopies, type KeptCopy } from './decision-copies.ts';

let folder: string;
let path: string;
let clock: number;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'approvals.json');
  clock = noon;
});

const open = (): Promise<ApprovalsStore> =>
  openStore(folder, { copies: new DecisionCopies(folder), now: () => (clock += 1_000) });
/** One process that makes these decisions and ends. */
async function decide(...batches: readonly RecordChange[]): Promise<void> {
  const store = await open();
  for (const change of batches) expect(await store.commit([change])).toMatchObject({ ok: true });
  await store.close();
}
const names = async (): Promise<string[]> =>
  (await readdir(join(folder, 'approvals-copies'))).filter((name) => name.endsWith('.json'));
const damage = (): Promise<void> =>
  writeFile(path, '{"format":"skillgate/approvals@2",', { mode: 0o600 });
const uriOf = (name: string): string => record(name).uri;
const line = (action: AuditAction, name: string, server = 'acme') =>
  ({ action, server, uri: uriOf(name), setDigest: null, detail: '' }) as const;
const revoke = (name: string): RecordChange => ({
  kind: 'remove',
  identity: acme,
  uri: uriOf(name),
  replaces: `id-${name}`,
  audit: line('revoked', name),
});
/** The copy with this many decisions. */
async function copyOf(store: ApprovalsStore, decisions: number): Promise<string> {
  const found = (await store.copies()).find((copy) => copy.decisions === decisions);
  if (found === undefined) throw new Error(`no copy has ${decisions} decisions`);
  return found.name;
}

describe('copies of the decisions', () => {
  it('are made after each change, and say when and how many', async () => {
    const store = await open();
    await store.commit([put('a')]);
    await store.close();
    const again = await open();
    await again.commit([put('b'), put('c')]);
    await again.close();
    expect(await again.copies()).toMatchObject([{ decisions: 3 }, { decisions: 1 }]);
    expect((await again.copies())[0]?.at).toMatch(/^2026-11-21T12:00:\d\d\.000Z$/);
  });

  it('are the last 20, and the last of each day for 30 days before', () => {
    const day = 24 * 60 * 60_000;
    const all = Array.from({ length: 400 }, (_, index): KeptCopy => {
      const at = new Date(noon - (index < 25 ? index * 60_000 : (index - 24) * (day / 4)));
      return {
        ...{ name: `${index}`, at: at.toISOString(), decisions: 1, revision: 1_000 - index },
        audit: { seq: 0, hash: '' },
      };
    });
    const kept = copiesToKeep(all);
    expect(kept).toHaveLength(50);
    expect(kept.slice(0, 20)).toEqual(all.slice(0, 20));
    const days = kept.slice(20).map(({ at }) => at.slice(0, 10));
    expect(new Set(days).size).toBe(30);
  });

  it('cost no decision where they can’t be written', async () => {
    await writeFile(join(folder, 'approvals-copies'), 'a file');
    const store = await open();
    expect(await store.commit([put('a')])).toMatchObject({ ok: true });
    await store.close();
    expect(store.state).toMatchObject({ status: 'ready', records: 1 });
    expect(await store.copies()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('aren’t taken from a folder of others', async () => {
    await decide(put('a'));
    await damage();
    await chmod(join(folder, 'approvals-copies'), 0o777);
    expect(await (await open()).copies()).toEqual([]);
    await chmod(join(folder, 'approvals-copies'), 0o700);
  });

  it('are made of a file that an earlier version or another program wrote', async () => {
    await (await openStore(folder)).commit([put('a')]);
    const store = await open();
    await store.close();
    expect(await store.copies()).toMatchObject([{ decisions: 1 }]);
  });

  it('are offered where a decision finds the damage', async () => {
    await decide(put('a'));
    const store = await open();
    await damage();
    expect(await store.commit([put('b')])).toMatchObject({ ok: false });
    expect(store.state).toMatchObject({ status: 'unreadable', copies: [{ decisions: 1 }] });
    await store.close();
  });

  it('keep what an open window still knows of a file that was damaged', async () => {
    const store = await open();
    let told = 0;
    store.onChange(() => (told += 1));
    await (await openStore(folder)).commit([put('a'), put('b')]);
    await expect.poll(() => store.all().length).toBe(2);
    // It's written after that, and mustn't be while its folder is removed.
    await expect.poll(async () => (await store.copies()).length).toBe(1);
    await rm(join(folder, 'approvals-copies'), { recursive: true, force: true });
    await damage();
    await expect.poll(() => store.state.status).toBe('unreadable');
    expect(store.all()).toEqual([]);
    await expect.poll(() => store.state).toMatchObject({ copies: [{ decisions: 2 }] });
    await store.close();
  });
});

describe('a file that was damaged while another program held its lock', () => {
  it('is kept from memory once the lock is free', async () => {
    let lockWaitMs = 10_000;
    const store = await openApprovals({
      ...{ folder, actor: 'ada', generator: { name: 'skillgate', version: '0.0.0' } },
      copies: new DecisionCopies(folder),
      now: () => (clock += 1_000),
      get lockWaitMs() {
        return lockWaitMs;
      },
    });
    store.onChange(() => undefined);
    await (await openStore(folder)).commit([put('a'), put('b')]);
    await expect.poll(() => store.all().length).toBe(2);
    await expect.poll(async () => (await store.copies()).length).toBe(1);
    await rm(join(folder, 'approvals-copies'), { recursive: true, force: true });
    const lock = `${path}.lock`;
    await writeFile(lock, JSON.stringify({ ...thisProcess(), token: 'a'.repeat(24) }));
    lockWaitMs = 20;
    await damage();
    await expect.poll(() => store.state.status).toBe('unreadable');
    // In turn behind the look: it has given up.
    expect(await store.commit([put('c')])).toMatchObject({ ok: false });
    expect(await store.copies()).toEqual([]);
    await rm(lock);
    await expect.poll(() => store.state).toMatchObject({ copies: [{ decisions: 2 }] });
    await store.close();
  });
});

describe('restoring a copy', () => {
  it.each([
    ['damaged', damage],
    ['missing', () => rm(path)],
    ['another program’s', () => writeFile(path, '{"format":"other@1"}', { mode: 0o600 })],
    [
      'a newer version’s',
      () => writeFile(path, '{"format":"skillgate/approvals@9"}', { mode: 0o600 }),
    ],
  ])('puts the decisions back where the file is %s', async (_what, spoil) => {
    await decide(put('a'), put('b', { decision: 'denied' }));
    const before = await readFile(path);
    await spoil();
    const spoiled = await readFile(path).catch(() => null);
    const store = await open();
    expect(store.state).toMatchObject({ status: 'unreadable', copies: [{ decisions: 2 }, {}] });
    const outcome = await store.recover(await copyOf(store, 2));
    expect(outcome).toMatchObject({ ok: true, value: { decisions: 2, toConfirm: 0, left: 0 } });
    expect(store.find(acme, uriOf('a'))).toMatchObject({ id: 'id-a', lapsed: null });
    expect(store.find(acme, uriOf('b'))).toMatchObject({ decision: 'denied' });
    const then = (JSON.parse(before.toString()) as { revision: number }).revision;
    expect(store.state).toMatchObject({ status: 'ready', records: 2 });
    expect(store.state.status === 'ready' && store.state.revision).toBeGreaterThan(then);
    // The file that was there is kept byte for byte.
    if (spoiled !== null) {
      const aside = (await readdir(folder)).filter((name) => name.includes('.corrupt-'));
      expect(await readFile(join(folder, aside[0] ?? ''))).toEqual(spoiled);
    }
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
    expect(await store.commit([put('c')])).toMatchObject({ ok: true });
    expect((await open()).all()).toHaveLength(3);
  });

  const since: readonly (readonly [string, readonly RecordChange[], object | null])[] = [
    ['revoked', [revoke('a')], null],
    [
      'denied',
      [put('a', { decision: 'denied', id: 'id-2', supersedes: 'id-a' })],
      { decision: 'denied' },
    ],
    [
      'approved with other files',
      [put('a', { id: 'id-2', supersedes: 'id-a' })],
      { decision: 'approved', lapsed: { setDigest: null } },
    ],
    [
      'seen with other files',
      [
        {
          kind: 'lapse',
          identity: acme,
          uri: uriOf('a'),
          seen: record('other').setDigest,
          record: null,
          at: '2026-11-21T12:00:00.000Z',
          audit: { ...line('changed-seen', 'a'), setDigest: record('other').setDigest },
        },
      ],
      { decision: 'approved', lapsed: { setDigest: record('other').setDigest } },
    ],
    [
      'found not to match',
      [
        {
          kind: 'fail',
          failure: {
            server: record('a').server,
            uri: uriOf('a'),
            file: uriOf('a'),
            check: 'digest',
            expected: null,
            actual: null,
            at: '2026-11-21T12:00:00.000Z',
          },
          audit: line('verification-failed', 'a'),
        },
      ],
      { decision: 'approved', lapsed: { setDigest: null } },
    ],
    [
      'denied, and then found not to match',
      [
        put('a', { decision: 'denied', id: 'id-2', supersedes: 'id-a' }),
        {
          kind: 'fail',
          failure: {
            server: record('a').server,
            uri: uriOf('a'),
            file: uriOf('a'),
            check: 'digest',
            expected: null,
            actual: null,
            at: '2026-11-21T12:00:00.000Z',
          },
          audit: line('verification-failed', 'a'),
        },
      ],
      { decision: 'denied' },
    ],
    [
      'revoked under another label',
      [{ ...revoke('a'), audit: line('revoked', 'a', 'renamed') } as RecordChange],
      { decision: 'approved', lapsed: { setDigest: null } },
    ],
    [
      'forgotten with everything',
      [
        revoke('a'),
        { kind: 'forget', everything: true, audit: { ...line('forgotten', 'a', ''), uri: '' } },
      ],
      null,
    ],
  ];
  it.each(since)(
    'never revives an approval that was %s since',
    async (_what, changes, expected) => {
      await decide(put('a'));
      await decide(...changes, put('z'));
      await damage();
      const store = await open();
      const oldest = (await store.copies()).at(-1);
      expect(await store.recover(oldest?.name ?? '')).toMatchObject({ ok: true });
      const found = store.find(acme, uriOf('a'));
      if (expected === null) expect(found).toBeNull();
      else expect(found).toMatchObject(expected);
    },
  );

  it('gives an approval that ran out since its end', async () => {
    await decide(put('a'));
    const store = await open();
    await store.note([line('expired', 'a')]);
    await store.close();
    await damage();
    const again = await open();
    await again.recover(await copyOf(again, 1));
    expect(again.find(acme, uriOf('a'))?.expiresAt).toMatch(/^2026-11-21T12:00/);
  });

  const lost: readonly (readonly [string, (audit: string) => Promise<unknown>])[] = [
    ['gone', (audit) => rm(audit)],
    [
      'damaged',
      async (audit) => {
        const lines = (await readFile(audit, 'utf8')).split('\n');
        await writeFile(audit, lines.with(2, lines[2]?.slice(1) ?? '').join('\n'));
      },
    ],
    [
      'shorter than a copy has seen it',
      async (audit) => {
        const lines = (await readFile(audit, 'utf8')).split('\n');
        await writeFile(audit, `${lines.slice(0, 2).join('\n')}\n`);
      },
    ],
    ['cut', async (audit) => writeFile(audit, (await readFile(audit)).subarray(0, 40))],
    [
      'another one',
      async (audit) => {
        const elsewhere = await temporaryFolder();
        await (await openStore(elsewhere)).commit([put('x'), put('y'), put('z')]);
        await writeFile(audit, await readFile(join(elsewhere, 'audit.jsonl')));
      },
    ],
  ];
  it.each(lost)('has each approval confirmed where the audit is %s', async (_what, spoil) => {
    await decide(put('a'), put('b', { decision: 'denied' }));
    await decide(put('c'));
    await damage();
    await spoil(join(folder, 'audit.jsonl'));
    const store = await open();
    const outcome = await store.recover(await copyOf(store, 2));
    expect(outcome).toMatchObject({ ok: true, value: { decisions: 2, toConfirm: 1 } });
    expect(store.find(acme, uriOf('a'))).toMatchObject({
      lapsed: { setDigest: null },
      restored: {},
    });
    expect(store.find(acme, uriOf('b'))).toMatchObject({ decision: 'denied', lapsed: null });
  });

  it('does nothing to a file that can be read, or with a copy that can’t', async () => {
    await decide(put('a'));
    const store = await open();
    const [name = ''] = await names();
    expect(await store.recover(name)).toMatchObject({ ok: false, error: { reason: 'readable' } });
    await damage();
    expect(await store.recover('../approvals.json')).toMatchObject({
      error: { reason: 'no-copy' },
    });
    await writeFile(join(folder, 'approvals-copies', name), '{');
    expect(await store.recover(name)).toMatchObject({ error: { reason: 'no-copy' } });
    // Another copy's content under this name would bring its own place in the audit.
    const other = { format: 'skillgate/approvals@2', revision: 77, records: [] };
    const stamp = { updatedAt: '2026-11-21T12:00:00.000Z', generator: { name: 'x', version: '1' } };
    const text = JSON.stringify({ ...other, ...stamp });
    await writeFile(join(folder, 'approvals-copies', name), text, { mode: 0o600 });
    expect(await store.recover(name)).toMatchObject({ error: { reason: 'no-copy' } });
    expect(await readFile(path, 'utf8')).toBe('{"format":"skillgate/approvals@2",');
  });

  it('starts with no decisions where a person says so, and keeps the damaged file', async () => {
    await decide(put('a'));
    await damage();
    const store = await open();
    expect(await store.recover(null)).toMatchObject({
      ok: true,
      value: { copy: null, decisions: 0 },
    });
    expect(store.all()).toEqual([]);
    expect((await open()).state).toMatchObject({ status: 'ready', records: 0 });
    expect((await readdir(folder)).some((name) => name.includes('.corrupt-'))).toBe(true);
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain(
      'start with no decisions',
    );
  });

  it('is no help against a folder that isn’t safe', async () => {
    await decide(put('a'));
    const elsewhere = join(await temporaryFolder(), 'x');
    await mkdir(elsewhere);
    await rm(path);
    await symlink(elsewhere, path);
    const store = await open();
    expect(store.state).not.toHaveProperty('copies');
    expect(await store.recover(null)).toMatchObject({ error: { reason: 'unreadable' } });
  });
});
