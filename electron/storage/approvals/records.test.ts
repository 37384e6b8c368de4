import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLine, Failure } from '../../../shared/model/approval.ts';
import { sha256 } from '../../core/digest.ts';
import type { ApprovalsStore, RecordChange } from '../../engine/ports/decisions.ts';
import { acme, openStore, put, record, temporaryFolder } from '../testing/forge.ts';

let folder: string;
let store: ApprovalsStore;
beforeEach(async () => {
  folder = await temporaryFolder();
  store = await openStore(folder);
});

const { uri, setDigest } = record('a');
const at = '2026-11-22T08:00:00.000Z';
const revoked = { action: 'revoked', server: 'acme', uri, setDigest, detail: '' } as const;
const actions = async (): Promise<string[]> =>
  (await readFile(join(folder, 'audit.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { action: string }).action);

describe('a decision', () => {
  const other = put('a', { id: 'other', decision: 'denied' });

  it('is not written where another one stands than it names, and says which', async () => {
    await store.commit([put('a')]);
    expect(await store.commit([put('b'), other])).toMatchObject({
      ok: false,
      error: { reason: 'replaced', record: record('a'), index: 1 },
    });
    expect(store.all()).toEqual([record('a')]);
    expect(await actions()).toEqual(['approved']);
  });

  it('is not written where the one that it names was taken back', async () => {
    const named = put('a', { id: 'other', supersedes: 'id-a' });
    expect(await store.commit([named])).toMatchObject({
      ok: false,
      error: { reason: 'replaced', record: null, index: 0 },
    });
    expect(store.all()).toEqual([]);
  });

  it('of another window is noticed although this one had not heard of it', async () => {
    await (await openStore(folder)).commit([other]);
    expect(store.find(acme, uri)).toBeNull();
    expect(await store.commit([put('a')])).toMatchObject({
      ok: false,
      error: { reason: 'replaced', record: { id: 'other', decision: 'denied' } },
    });
    expect((await openStore(folder)).find(acme, uri)?.decision).toBe('denied');
  });

  it('is not written into a file that would be too large to be read again', async () => {
    await store.commit([put('a')]);
    const { size } = await stat(join(folder, 'approvals.json'));
    const bounded = await openStore(folder, { largest: size + 20 });
    expect(await bounded.commit([put('b')])).toMatchObject({
      ok: false,
      error: {
        reason: 'write-failed',
        message: expect.stringContaining('larger than the limit of'),
      },
    });
    expect(bounded.state).toMatchObject({ status: 'ready', records: 1 });
    expect(await actions()).toEqual(['approved']);
    const remove = { kind: 'remove', identity: acme, uri, audit: revoked } as const;
    expect((await bounded.commit([{ ...remove, replaces: 'id-a' }])).ok).toBe(true);
  });

  it('is taken back only by who names it', async () => {
    await store.commit([put('a')]);
    const remove = { kind: 'remove', identity: acme, uri, audit: revoked } as const;
    expect(await store.commit([{ ...remove, replaces: 'other' }])).toMatchObject({
      ok: false,
      error: { reason: 'replaced', record: { id: 'id-a' } },
    });
    expect(await store.commit([{ ...remove, replaces: 'id-a' }])).toMatchObject({ ok: true });
    expect(await store.commit([{ ...remove, replaces: 'id-a' }])).toMatchObject({
      ok: false,
      error: { reason: 'replaced', record: null },
    });
    expect(store.all()).toEqual([]);
  });
});

describe('a decision that is undone', () => {
  const undone = { ...revoked, action: 'undone' } as const;
  const restore = (replaces: string | null): RecordChange => ({
    kind: 'restore',
    record: record('a', { note: 'as it was', supersedes: 'one before it' }),
    replaces,
    count: store.count(acme, uri),
    audit: undone,
  });

  it('brings the record before it back exactly, under its own id, also where none is left', async () => {
    await store.commit([put('a', { id: 'denied', decision: 'denied' })]);
    expect(await store.commit([restore('denied')])).toMatchObject({ ok: true });
    const before = record('a', { note: 'as it was', supersedes: 'one before it' });
    expect((await openStore(folder)).find(acme, uri)).toEqual(before);
    await store.commit([
      { kind: 'remove', identity: acme, uri, replaces: before.id, audit: revoked },
    ]);
    expect(await store.commit([restore(null)])).toMatchObject({ ok: true });
    expect(store.find(acme, uri)).toEqual(before);
    expect(await actions()).toEqual(['denied', 'undone', 'revoked', 'undone']);
  });

  it('is not where there is none again, but somebody has decided and taken it back since', async () => {
    const others: ((change: RecordChange) => Promise<unknown>)[] = [
      (change) => store.commit([change]),
      async (change) => (await openStore(folder)).commit([change]),
    ];
    const remove = { kind: 'remove', identity: acme, uri, audit: revoked } as const;
    for (const by of others) {
      const change = restore(null);
      await by(put('a', { id: 'other' }));
      await by({ ...remove, replaces: 'other' });
      expect(await store.commit([change])).toMatchObject({
        ok: false,
        error: { reason: 'replaced', record: null },
      });
      expect(await store.commit([restore(null)])).toMatchObject({ ok: true });
      await store.commit([{ ...remove, replaces: 'id-a' }]);
    }
  });

  it('is counted for its own skill alone, and for every one where another process has written', async () => {
    const other = record('b').uri;
    const counts = (): number[] => [store.count(acme, uri), store.count(acme, other)];
    const [a = 0, b = 0] = counts();
    await store.commit([put('a')]);
    expect(counts()).toEqual([a + 1, b]);
    await store.lapse(acme, uri, sha256('another set'), at);
    expect(counts()).toEqual([a + 1, b]);
    await (await openStore(folder)).commit([put('c')]);
    await store.commit([]);
    expect(counts()).toEqual([a + 2, b + 1]);
    await store.commit([]);
    expect(counts()).toEqual([a + 2, b + 1]);
  });

  it('is not where somebody has decided since', async () => {
    await store.commit([put('a', { id: 'denied', decision: 'denied' })]);
    await store.commit([put('a', { id: 'other', supersedes: 'denied' })]);
    for (const left of ['denied', null])
      expect(await store.commit([restore(left)])).toMatchObject({
        ok: false,
        error: { reason: 'replaced', record: { id: 'other' } },
      });
    expect(store.find(acme, uri)?.id).toBe('other');
  });
});

describe('an approval of which another set was seen', () => {
  const seen = sha256('another set');

  it('has lapsed in the file, for every reader and after a restart', async () => {
    await store.commit([put('a')]);
    expect(await store.lapse(acme, uri, seen, at)).toMatchObject({ ok: true });
    const lapsed = { setDigest: seen, at };
    expect(store.find(acme, uri)?.lapsed).toEqual(lapsed);
    expect((await openStore(folder)).find(acme, uri)).toEqual({ ...record('a'), lapsed });
    expect(await actions()).toEqual(['approved', 'changed-seen']);
  });

  it('stays lapsed as it was when the old set or a third one is seen, and writes nothing', async () => {
    await store.commit([put('a')]);
    await store.lapse(acme, uri, seen, at);
    const before = await readFile(join(folder, 'approvals.json'));
    await store.lapse(acme, uri, setDigest, '2027-01-01T00:00:00.000Z');
    await store.lapse(acme, uri, null, '2027-01-01T00:00:00.000Z');
    expect(await readFile(join(folder, 'approvals.json'))).toEqual(before);
    expect(store.find(acme, uri)?.lapsed).toEqual({ setDigest: seen, at });
  });

  it('does not lapse where just that set has been approved meanwhile, nor a denial, nor nothing', async () => {
    await store.commit([put('a'), put('b', { decision: 'denied' })]);
    await store.lapse(acme, uri, setDigest, at);
    await store.lapse(acme, record('b').uri, seen, at);
    await store.lapse(acme, 'skill://acme/none/SKILL.md', seen, at);
    expect(store.all().map(({ lapsed }) => lapsed)).toEqual([null, null]);
    expect(store.state).toMatchObject({ revision: 1 });
  });

  it('lapses over the same set under other words, and leaves a decision made since alone', async () => {
    const lapse = (id: string): RecordChange => ({
      kind: 'lapse',
      identity: acme,
      uri,
      seen: setDigest,
      record: id,
      at,
      audit: { ...revoked, action: 'changed-seen' },
    });
    await store.commit([put('a')]);
    await store.commit([lapse('id-before')]);
    expect(store.find(acme, uri)?.lapsed).toBeNull();
    await store.commit([lapse('id-a')]);
    expect(store.find(acme, uri)?.lapsed).toEqual({ setDigest, at });
  });

  it('is whole again only by a new decision', async () => {
    await store.commit([put('a')]);
    await store.lapse(acme, uri, null, at);
    await store.commit([put('a', { id: 'again', supersedes: 'id-a' })]);
    expect(store.find(acme, uri)).toMatchObject({ id: 'again', lapsed: null });
  });

  it('lapses with many others in one write', async () => {
    await store.commit(Array.from({ length: 50 }, (_, index) => put(`s${index}`)));
    await store.commit(
      store.all().map((one) => ({
        kind: 'lapse',
        identity: acme,
        uri: one.uri,
        seen: null,
        record: one.id,
        at,
        audit: { ...revoked, action: 'changed-seen', uri: one.uri },
      })),
    );
    expect(store.state).toMatchObject({ revision: 2 });
    expect(store.all().every(({ lapsed }) => lapsed?.at === at)).toBe(true);
  });
});

describe('a failed verification', () => {
  const failure: Failure = {
    server: record('a').server,
    uri,
    file: uri,
    check: 'digest',
    expected: sha256('promised'),
    actual: sha256('sent'),
    at,
  };
  const other = {
    ...failure,
    file: 'skill://acme/a/run.sh',
    check: 'size',
    expected: '1',
    actual: '2',
  };

  it('is kept where nobody has decided, for every reader and after a restart', async () => {
    await store.noteFailure(failure);
    expect(store.failures(acme, uri)).toEqual([failure]);
    const again = await openStore(folder);
    expect(again.failures(acme, uri)).toEqual([failure]);
    expect(again.allFailures()).toEqual([failure]);
    expect(again.all()).toEqual([]);
    expect(again.failures(acme, record('b').uri)).toEqual([]);
    expect(await actions()).toEqual(['verification-failed']);
  });

  it('is kept once per file, the latest of each, and the same one is not written again', async () => {
    await store.noteFailure(failure);
    await store.noteFailure(other);
    await store.noteFailure({ ...failure, at: '2027-01-01T00:00:00.000Z' });
    expect(store.state).toMatchObject({ revision: 2 });
    const worse = { ...failure, actual: sha256('sent again') };
    await store.noteFailure(worse);
    expect(store.failures(acme, uri)).toEqual([other, worse]);
  });

  it('stays when a decision is made or taken back, until it is cleared', async () => {
    await store.noteFailure(failure);
    await store.commit([put('a', { decision: 'denied' })]);
    await store.commit([{ kind: 'remove', identity: acme, uri, replaces: 'id-a', audit: revoked }]);
    expect(store.failures(acme, uri)).toEqual([failure]);
    await store.clearFailure(acme, uri, uri);
    expect(store.failures(acme, uri)).toEqual([]);
    expect((await openStore(folder)).allFailures()).toEqual([]);
    expect((await actions()).at(-1)).toBe('verification-cleared');
  });

  it('is cleared for one file alone, or for all of the skill', async () => {
    await store.noteFailure(failure);
    await store.noteFailure(other);
    await store.clearFailure(acme, uri, uri);
    expect(store.failures(acme, uri)).toEqual([other]);
    await store.noteFailure(failure);
    await store.clearFailure(acme, uri);
    expect(store.failures(acme, uri)).toEqual([]);
    const { revision } = store.state as { revision: number };
    await store.clearFailure(acme, uri);
    expect(store.state).toMatchObject({ revision });
  });

  it('of the whole server is one of each of its skills, and of no other server', async () => {
    const wide = { ...failure, uri: '', file: '' };
    await store.commit([
      { kind: 'fail', failure: wide, audit: { ...revoked, action: 'verification-failed' } },
    ]);
    await store.noteFailure(failure);
    expect(store.failures(acme, uri)).toEqual([failure, wide]);
    expect(store.failures(acme, record('b').uri)).toEqual([wide]);
    const other = { kind: 'http', url: 'https://other.example/' } as const;
    expect(store.failures(other, uri)).toEqual([]);
  });

  it('of a later writer keeps its further fields', async () => {
    await store.noteFailure({ ...failure, later: 1 } as Failure);
    await store.commit([put('b')]);
    expect((await openStore(folder)).failures(acme, uri)).toEqual([{ ...failure, later: 1 }]);
  });
});

describe('the audit of what nobody decided', () => {
  const lines = async (): Promise<readonly (readonly string[])[]> =>
    (await readFile(join(folder, 'audit.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as AuditLine)
      .map((line) => [line.action, line.server, line.uri, String(line.setDigest), line.detail]);

  it('names the server, the skill and the other set of a lapse', async () => {
    await store.commit([put('a')]);
    await store.lapse(acme, uri, sha256('another set'), at);
    expect(await lines()).toEqual([
      ['changed-seen', 'acme', uri, sha256('another set'), 'the approval is no longer valid'],
    ]);
  });

  it('says which file failed, what was promised and what came, and which was cleared', async () => {
    await store.commit([put('b')]);
    const { server } = record('a');
    const failure = { server, uri, file: uri, check: 'digest', expected: 'x', actual: 'y', at };
    await store.noteFailure(failure);
    await store.noteFailure({ ...failure, file: 'other', expected: null, actual: null });
    await store.clearFailure(acme, uri, uri);
    await store.clearFailure(acme, uri);
    expect(await lines()).toEqual([
      ['verification-failed', 'acme', uri, 'null', `${uri}: digest, expected x, got y`],
      ['verification-failed', 'acme', uri, 'null', 'other: digest, expected nothing, got nothing'],
      ['verification-cleared', 'acme', uri, 'null', uri],
      ['verification-cleared', 'acme', uri, 'null', 'every file'],
    ]);
  });
});
