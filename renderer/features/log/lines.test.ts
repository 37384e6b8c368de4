import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../shared/model/log.ts';
import { filterLines, summary } from './lines.ts';

const line = (id: number, part: Partial<LogLine>): LogLine => ({
  id,
  server: 'acme',
  at: 0,
  direction: 'received',
  kind: 'response',
  method: 'skills/list',
  detail: '',
  size: 10,
  durationMs: 41,
  ...part,
});
const lines = [
  line(1, { direction: 'sent', kind: 'request', durationMs: null }),
  line(2, {}),
  line(3, {
    server: 'docs',
    method: 'resources/read',
    detail: 'skill://docs/a/SKILL.md',
    kind: 'error',
    durationMs: 1234,
  }),
  line(4, { direction: 'stderr', kind: 'text', method: '', detail: 'Listening', durationMs: null }),
];
const ids = (found: readonly LogLine[]): number[] => found.map(({ id }) => id);

describe('the protocol drawer', () => {
  it('filters by text, server and errors', () => {
    const all = { text: '', server: null, errorsOnly: false };
    expect(filterLines(lines, all)).toBe(lines);
    expect(ids(filterLines(lines, { ...all, text: ' SKILL://docs ' }))).toEqual([3]);
    expect(ids(filterLines(lines, { ...all, server: 'acme' }))).toEqual([1, 2, 4]);
    expect(ids(filterLines(lines, { ...all, errorsOnly: true }))).toEqual([3, 4]);
  });
  it('sums up the last answers and the errors in one line', () => {
    expect(summary(lines)).toBe('skills/list 41 ms · resources/read 1.2 s · 1 error');
    expect(summary([])).toBe('no messages yet');
  });
});
