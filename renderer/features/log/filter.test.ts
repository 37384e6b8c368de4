import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../shared/model/log.ts';
import { aLogRow } from '../../store/testing/fixtures.ts';
import { filtered, noFilter } from './filter.ts';
import { statusOf, summary } from './log-text.ts';

const rows = [
  aLogRow(1, { status: 'ok', durationMs: 41 }),
  aLogRow(2, {
    server: 'docs',
    method: 'resources/read',
    target: 'skill://docs/a/SKILL.md',
    status: 'error',
    code: -32_000,
    message: 'Upstream is away',
    durationMs: 1234,
  }),
  aLogRow(3, { kind: 'stderr', method: '', target: 'Listening', status: 'none' }),
  aLogRow(4, { status: 'error', code: -32_601, negotiation: true }),
  aLogRow(5, { kind: 'notification', method: 'notifications/x', status: 'none' }),
  aLogRow(6, { kind: 'stray', method: '', target: '*** hello', status: 'none' }),
  aLogRow(7, { method: 'resources/read', status: 'ok', failedCheck: 'digest' }),
];
const ids = (found: readonly LogRow[]): number[] => found.map(({ id }) => id);
const left = (part: Partial<typeof noFilter>): number[] =>
  ids(filtered(rows, { ...noFilter, ...part }));

describe('the rows of the protocol log', () => {
  it('are filtered by what they are', () => {
    expect(filtered(rows, noFilter)).toBe(rows);
    expect(left({ chip: 'errors' })).toEqual([2, 6, 7]);
    expect(left({ chip: 'failed-checks' })).toEqual([7]);
    expect(left({ chip: 'notifications' })).toEqual([5]);
    expect(left({ chip: 'stderr' })).toEqual([3, 6]);
    expect(left({ chip: 'negotiation' })).toEqual([4]);
  });
  it('are filtered by server and by skill', () => {
    expect(left({ server: 'docs' })).toEqual([2]);
    expect(left({ skill: 'skill://docs/a/SKILL.md' })).toEqual([2]);
    expect(left({ skill: 'skill://docs/SKILL.md' })).toEqual([2]);
    expect(left({ skill: 'skill://doc/SKILL.md' })).toEqual([]);
  });
  it('are filtered by text, also by that of their bodies', () => {
    expect(left({ text: ' SKILL://docs ' })).toEqual([2]);
    expect(left({ text: 'upstream' })).toEqual([2]);
    expect(left({ text: 'hello', inBodies: new Set([1]) })).toEqual([1, 6]);
  });
  it('say how they ended in a word', () => {
    expect(rows.map((row) => statusOf(row).word)).toEqual([
      'ok',
      'error -32000',
      'stderr',
      'negotiation',
      'notification',
      'not JSON',
      'failed: digest',
    ]);
  });
  it('are summed up by the last answers and the errors, without expected refusals', () => {
    expect(summary(rows)).toBe('skills/list 41 ms · resources/read 1.2 s · 3 errors');
    expect(summary([])).toBe('no messages yet');
  });
  it('of a server that is not there are one error, however often it is greeted', () => {
    const greeting = (id: number, status: LogRow['status'], server = 'gone') =>
      aLogRow(id, { server, method: 'initialize', status });
    const away = [1, 2, 3].map((id) => greeting(id, 'lost'));
    expect(summary(away)).toBe('1 error');
    expect(summary([...away, greeting(4, 'lost', 'other')])).toBe('2 errors');
    expect(summary([...away, greeting(4, 'ok'), greeting(5, 'lost')])).toBe('2 errors');
    expect(summary([...away, greeting(4, 'error')])).toBe('2 errors');
  });
});
