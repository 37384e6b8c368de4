import { describe, expect, it } from 'vitest';
import { LogStore } from '../../core/log/log-store.ts';
import { entryOf, readOf } from './find.ts';

interface Marks {
  readonly byHand?: boolean;
  readonly check?: boolean;
  readonly direction?: 'received';
  readonly status?: 'ok' | 'error';
}
function logOf(rows = 100) {
  const log = new LogStore('e', rows, 10_000_000);
  const asked = (
    server: string,
    method: string,
    target: string,
    answer = '{}',
    { status = 'ok', ...marks }: Marks = {},
  ): number => {
    const id = log.begin({
      ...{ server, secrets: [], at: 0, kind: 'exchange', direction: 'sent', method, target },
      ...{ rpcId: '', status: 'waiting', raw: '{}' },
      ...marks,
    });
    log.end(id, { at: 1, status, raw: answer });
    return id;
  };
  return { log, asked };
}

const uri = 'skill://a/SKILL.md';
const sure = (row: number) => ({ row, doubt: null });
const entry = (more: Partial<Parameters<typeof entryOf>[1]> = {}) => ({
  ...({ server: 'acme', uri, name: null, dialect: 'skills-ext', way: 'either' } as const),
  ...more,
});

describe('the exchange that a file came in', () => {
  it('is the last read of its URI, of that server', () => {
    const { log, asked } = logOf();
    asked('acme', 'resources/read', uri);
    const read = asked('acme', 'resources/read', uri);
    asked('other', 'resources/read', uri);
    asked('acme', 'resources/read', 'skill://b/SKILL.md');
    const archive = asked('acme', 'resources/read', 'skill://packed.zip');
    expect(readOf(log, 'acme', uri)).toEqual(sure(read));
    expect(readOf(log, 'acme', 'skill://packed.zip#SKILL.md')).toEqual(sure(archive));
    expect(readOf(log, 'acme', 'skill://c')).toEqual({ row: null, doubt: 'never' });
  });

  it('is none that a person or a check of the server sent: no verdict was made of it', () => {
    const { log, asked } = logOf();
    const read = asked('acme', 'resources/read', uri);
    asked('acme', 'resources/read', uri, '{}', { byHand: true });
    asked('acme', 'resources/read', uri, '{}', { check: true });
    expect(readOf(log, 'acme', uri)).toEqual(sure(read));
  });

  it('is none that the server began: it would choose what a verdict seems to rest on', () => {
    const { log, asked } = logOf();
    const read = asked('acme', 'resources/read', uri);
    asked('acme', 'resources/read', uri, '{}', { direction: 'received' });
    expect(readOf(log, 'acme', uri)).toEqual(sure(read));
    const listed = asked('acme', 'skills/list', '', JSON.stringify({ skills: [{ uri }] }));
    asked('acme', 'skills/list', '', JSON.stringify({ skills: [{ uri }] }), {
      direction: 'received',
    });
    expect(entryOf(log, entry())).toEqual(sure(listed));
  });

  it('is none that no answer has come to yet', () => {
    const { log, asked } = logOf();
    const read = asked('acme', 'resources/read', uri);
    log.begin({
      ...{ server: 'acme', secrets: [], at: 0, kind: 'exchange', direction: 'sent', target: uri },
      ...{ method: 'resources/read', rpcId: '', status: 'waiting', raw: '{}' },
    });
    expect(readOf(log, 'acme', uri)).toEqual(sure(read));
  });

  it('that has left the log is said to have', () => {
    const { log, asked } = logOf();
    asked('acme', 'resources/read', uri);
    log.clear();
    expect(readOf(log, 'acme', uri)).toEqual({ row: null, doubt: 'cleared' });
    const again = asked('acme', 'resources/read', uri);
    expect(readOf(log, 'acme', uri)).toEqual(sure(again));
  });

  it('is said to be perhaps an earlier one where later ones have left', () => {
    const { log, asked } = logOf(2);
    const pinned = asked('acme', 'resources/read', uri);
    log.pin(pinned, true);
    for (let count = 0; count < 3; count += 1) asked('acme', 'resources/read', uri);
    log.clear();
    expect(readOf(log, 'acme', uri)).toEqual({ row: pinned, doubt: 'cleared' });
    const small = logOf(2);
    for (let count = 0; count < 5; count += 1) small.asked('acme', 'skills/list', '');
    expect(readOf(small.log, 'acme', uri)).toEqual({ row: null, doubt: 'made-room' });
  });
});

describe('the exchange that an entry came in', () => {
  it('is none that was answered with an error, whatever that names', () => {
    const { log, asked } = logOf();
    const listed = asked('acme', 'skills/list', '', JSON.stringify({ skills: [{ uri }] }));
    asked('acme', 'resources/list', '', JSON.stringify({ data: { uri } }), { status: 'error' });
    expect(entryOf(log, entry())).toEqual(sure(listed));
  });

  it('is one in which such an entry comes, whatever else names the same URI', () => {
    const { log, asked } = logOf();
    const listed = asked('acme', 'skills/list', '', JSON.stringify({ skills: [{ uri }] }));
    const got = asked('acme', 'skills/get', uri, JSON.stringify({ skill: { uri } }));
    const resources = asked('acme', 'resources/list', '', JSON.stringify({ resources: [{ uri }] }));
    const read = asked('acme', 'resources/read', uri, JSON.stringify({ contents: [{ uri }] }));
    expect(entryOf(log, entry({ way: 'listing' }))).toEqual(sure(listed));
    expect(entryOf(log, entry())).toEqual(sure(got));
    expect(entryOf(log, entry({ way: 'by-uri' }))).toEqual(sure(got));
    expect(entryOf(log, entry({ dialect: 'flat' }))).toEqual(sure(resources));
    expect(entryOf(log, entry({ dialect: 'flat', way: 'by-uri' }))).toEqual(sure(read));
    expect(entryOf(log, entry({ dialect: 'index-2026-06' }))).toEqual({
      row: null,
      doubt: 'never',
    });
  });

  it('is found by its name where its URI is made of it, and by the folder of its manifest', () => {
    const { log, asked } = logOf();
    const listed = asked('acme', 'skills/list', '', '{"skills":[{"name":"a"}]}');
    asked('acme', 'skills/list', '', '{"skills":[{"name":"b"}]}');
    expect(entryOf(log, entry({ name: 'a', dialect: 'sep-2076' }))).toEqual(sure(listed));
    const manifest = asked('acme', 'resources/read', 'skill://a/_manifest', '{"contents":[]}');
    asked('acme', 'resources/read', 'skill://b/_manifest', '{"contents":[]}');
    expect(entryOf(log, entry({ dialect: 'manifest' }))).toEqual(sure(manifest));
  });

  it('is the newest listing that names it, however that is escaped', () => {
    const { log, asked } = logOf();
    const escaped = asked('acme', 'skills/list', '', String.raw`{"uri" : "skill:\/\/a\/SKILL.md"}`);
    asked('acme', 'skills/list', '', `{"uri":"skill://x/${uri}"}`);
    expect(entryOf(log, entry())).toEqual(sure(escaped));
    expect(entryOf(log, entry({ uri: null, name: 'b' }))).toEqual({ row: null, doubt: 'never' });
    const named = asked('acme', 'skills/list', '', '{"frontmatter":{"name":"b"}}');
    expect(entryOf(log, entry({ uri: null, name: 'b' }))).toEqual(sure(named));
  });

  it('is no other listing in its place', () => {
    const { log, asked } = logOf();
    asked('acme', 'skills/list', '', '{"skills":[]}');
    expect(entryOf(log, entry())).toEqual({ row: null, doubt: 'never' });
    log.clear();
    asked('acme', 'skills/list', '', '{"skills":[]}');
    expect(entryOf(log, entry())).toEqual({ row: null, doubt: 'cleared' });
  });

  it('may be one that is kept in part, or of an entry without a name the newest, which is said', () => {
    const { log, asked } = logOf();
    const newest = asked('acme', 'skills/list', '');
    expect(entryOf(log, entry({ uri: null }))).toEqual({ row: newest, doubt: 'nameless' });
    const cut = asked('acme', 'skills/list', '', `{"a":"${'x'.repeat(300_000)}","uri":"${uri}"}`);
    expect(entryOf(log, entry())).toEqual({ row: cut, doubt: 'cut' });
  });
});
