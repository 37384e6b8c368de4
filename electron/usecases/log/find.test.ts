import { describe, expect, it } from 'vitest';
import { LogStore } from '../../core/log/log-store.ts';
import { exchangeOf } from './find.ts';

const log = new LogStore('e', 100, 100_000);
function asked(server: string, method: string, target: string, answer = '{}'): number {
  const id = log.begin({
    server,
    secrets: [],
    at: 0,
    kind: 'exchange',
    direction: 'sent',
    method,
    target,
    rpcId: '',
    status: 'waiting',
    raw: '{}',
  });
  log.end(id, { at: 1, status: 'ok', raw: answer });
  return id;
}

const uri = 'skill://a/SKILL.md';
asked('acme', 'resources/read', uri);
const read = asked('acme', 'resources/read', uri);
asked('other', 'resources/read', uri);
asked('acme', 'resources/read', 'skill://b/SKILL.md');
const naming = asked('acme', 'skills/list', '', `{"uri":"${uri}"}`);
const newest = asked('acme', 'skills/list', '');
const archive = asked('acme', 'resources/read', 'skill://packed.zip');

describe('the exchange that something came in', () => {
  it('is the last read of the URI, of that server', () => {
    expect(exchangeOf(log, 'acme', uri, 'read')).toBe(read);
    expect(exchangeOf(log, 'acme', 'skill://packed.zip#SKILL.md', 'read')).toBe(archive);
    expect(exchangeOf(log, 'acme', 'skill://never/SKILL.md', 'read')).toBeNull();
  });
  it('is, of an entry, the listing that has it, or the newest one', () => {
    expect(exchangeOf(log, 'acme', uri, 'entry')).toBe(naming);
    expect(exchangeOf(log, 'acme', '', 'entry')).toBe(newest);
    expect(exchangeOf(log, 'other', uri, 'entry')).toBeNull();
  });
});
