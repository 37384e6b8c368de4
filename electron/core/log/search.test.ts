import { describe, expect, it } from 'vitest';
import { LogStore, searched } from './log-store.ts';

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
