import { describe, expect, it } from 'vitest';
import { LogStore, mostPinned, searched } from './log-store.ts';

const begun = {
  server: 'a',
  secrets: [],
  at: 0,
  kind: 'exchange',
  direction: 'sent',
  method: 'resources/read',
  target: 'skill://a/SKILL.md',
  rpcId: '1',
  status: 'waiting',
  raw: '{}',
} as const;
const fill = (log: LogStore, count: number, status: 'ok' | 'error' = 'ok'): number[] =>
  Array.from({ length: count }, () => {
    const id = log.begin(begun);
    log.end(id, { at: 5, status, code: -1, raw: '{}' });
    return id;
  });
const ids = (log: LogStore): number[] => [...log.entries()].map(({ id }) => id);

describe('what a log keeps', () => {
  it('is the newest rows; errors stay longer, and pinned rows longest', () => {
    const log = new LogStore('e', 10, 1_000);
    const [pinned = 0] = fill(log, 1);
    expect(log.pin(pinned, true)).toBe(true);
    const errors = fill(log, 3, 'error');
    const last = fill(log, 20).slice(-6);
    expect(ids(log)).toEqual([pinned, ...errors, ...last]);
    expect(log.dropped).toBe(14);
  });

  it('is not only errors, however many a server gives', () => {
    const log = new LogStore('e', 10, 1_000);
    fill(log, 4);
    fill(log, 100, 'error');
    const kept = [...log.entries()].map(({ status }) => status);
    expect(kept.filter((status) => status === 'ok')).toHaveLength(4);
  });

  it('is the newest bodies, and those of errors and pinned rows whatever else comes', () => {
    const log = new LogStore('e', 1_000, 4_000);
    const raw = `"${'x'.repeat(98)}"`;
    const put = (): number => log.begin({ ...begun, raw });
    const failed = put();
    log.end(failed, { at: 1, status: 'error', raw: '{"error":1}' });
    const pinned = put();
    log.pin(pinned, true);
    const rest = Array.from({ length: 100 }, put);
    expect(log.texts(failed)).toMatchObject({ request: raw });
    expect(log.texts(pinned)).toMatchObject({ request: raw });
    const kept = rest.filter((id) => log.texts(id).request !== null);
    expect(kept).toEqual(rest.slice(-20));
  });

  it('has a bound on what is pinned, and clears all but that', () => {
    const log = new LogStore('e', 5_000, 100);
    const all = fill(log, mostPinned + 1);
    const done = all.map((id) => log.pin(id, true));
    expect(done.filter(Boolean)).toHaveLength(mostPinned);
    expect(log.pin(all[0] ?? 0, false)).toBe(true);
    expect(log.clear()).toBe(2);
    expect(ids(log)).toHaveLength(mostPinned - 1);
  });
});

describe('a read whose content failed a check', () => {
  const reading = (target: string) => ({ ...begun, target });
  const read = (log: LogStore, target: string, part = {}): number => {
    const id = log.begin({ ...reading(target), ...part });
    log.end(id, { at: 5, status: 'ok', raw: '{"result":{}}' });
    return id;
  };

  it('is the latest one of the app itself, and of an archive the archive', () => {
    const log = new LogStore('e', 100, 1_000);
    const [first, last] = [read(log, 'skill://a/x'), read(log, 'skill://a/x')];
    read(log, 'skill://a/x', { byHand: true });
    read(log, 'skill://a/x', { check: true });
    read(log, 'skill://a/x', { direction: 'received' });
    read(log, 'skill://a/x', { server: 'b' });
    const packed = read(log, 'skill://a.zip');
    expect(log.fail('a', 'skill://a/x', 'digest')).toBe(last);
    expect(log.fail('a', 'skill://a.zip#SKILL.md', 'size')).toBe(packed);
    expect(log.fail('a', 'skill://a/y', 'size')).toBeNull();
    const failed = log.page(null, 0, 100).rows.filter((row) => row.failedCheck !== null);
    expect(failed.map(({ id, failedCheck }) => [id, failedCheck])).toEqual([
      [last, 'digest'],
      [packed, 'size'],
    ]);
    expect(first).toBeLessThan(last);
  });

  it('stays as long as an error, also after it was exported', () => {
    const log = new LogStore('e', 10, 1_000);
    const failed = read(log, 'skill://a/x');
    log.fail('a', 'skill://a/x', 'digest');
    fill(log, 50);
    expect(ids(log)).toContain(failed);
    expect(log.texts(failed).response).toContain('result');
    const copy = new LogStore('c', 10, 1_000);
    const [row] = log.page(null, 0, 100).rows.filter(({ id }) => id === failed);
    if (row !== undefined) copy.restore({ ...row, request: null, response: null, http: null });
    expect(copy.page(null, 0, 10).rows[0]).toMatchObject({ failedCheck: 'digest' });
  });

  it('is none once its row left the log, nor one that the server refused', () => {
    const log = new LogStore('e', 10, 1_000);
    read(log, 'skill://a/x');
    fill(log, 50);
    expect(log.fail('a', 'skill://a/x', 'digest')).toBeNull();
    const id = log.begin(reading('skill://a/z'));
    log.end(id, { at: 5, status: 'error', raw: '{}' });
    expect(log.fail('a', 'skill://a/z', 'read')).toBeNull();
  });
});

describe('who asks what changed', () => {
  it('is told in pages, and afterwards only of what changed and what left', () => {
    const log = new LogStore('e', 5, 1_000);
    fill(log, 5);
    const first = log.page(null, 0, 3);
    expect(first).toMatchObject({ reset: true, more: true });
    const second = log.page('e', first.revision, 3);
    expect(second).toMatchObject({ reset: false, more: false });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(log.page('e', second.revision, 3)).toMatchObject({ rows: [], gone: [], more: false });
    const [next] = fill(log, 1);
    expect(log.page('e', second.revision, 3)).toMatchObject({
      rows: [{ id: next, status: 'ok' }],
      gone: [1],
    });
  });

  it('starts over when they hold rows of another log, or were away for too long', () => {
    const log = new LogStore('e', 10, 1_000);
    fill(log, 50_000);
    expect(log.page('other', log.revision, 5)).toMatchObject({ reset: true });
    expect(log.page('e', 10, 5)).toMatchObject({ reset: true });
    expect(log.page('e', log.revision - 10, 5)).toMatchObject({ reset: false });
  });
});

const secret = 'sk-abcdef-123456';
function filled(...bodies: readonly [string, string][]): LogStore {
  const log = new LogStore('e', 100, 1_000_000);
  for (const [raw, answer] of bodies) {
    const id = log.begin({
      server: 'a',
      secrets: [secret],
      at: 0,
      kind: 'exchange',
      direction: 'sent',
      method: 'm',
      target: '',
      rpcId: '',
      status: 'waiting',
      raw,
    });
    log.end(id, { at: 1, status: 'ok', raw: answer });
  }
  return log;
}

describe('a search in the bodies of the log', () => {
  const log = filled(
    ['{"uri":"skill://A/SKILL.md"}', '{"text":"Grüße (1+1)"}'],
    ['{"uri": "skill://b"}', '{}'],
    ['{}', `{"token":"${secret}","note":"fine"}`],
  );
  const found = (text: string): number[] => searched(log, text, 0);

  it('finds text in requests and answers, ASCII letters in any case', () => {
    expect(found('SKILL://a/skill')).toEqual([1]);
    expect(found('grüße (1+1)')).toEqual([1]);
    expect(found('uri')).toEqual([1, 2]);
    expect(found('  ')).toEqual([]);
    expect(found('.*')).toEqual([]);
  });

  it('finds what was copied from the indented text', () => {
    expect(found('"uri": "skill://a')).toEqual([1]);
    expect(found('{ "uri":"skill://b')).toEqual([2]);
  });

  it('finds no part of a secret, so that nobody can find one out by typing', () => {
    for (const part of [secret, 'sk-abc', 'def-123', 'token":"sk']) expect(found(part)).toEqual([]);
    expect(found('fine')).toEqual([3]);
  });

  it('looks only at what changed since', () => {
    expect(searched(log, 'uri', 2)).toEqual([2]);
  });
});
