import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../shared/model/log.ts';
import { aLogRow } from '../../store/testing/fixtures.ts';
import { runOf } from './Waterfall.tsx';

const row = (id: number, at: number, durationMs: number | null, part: Partial<LogRow> = {}) =>
  aLogRow(id, { at, durationMs, status: durationMs === null ? 'waiting' : 'ok', ...part });
const rows = [
  row(1, 0, 100),
  row(2, 1_000, 400),
  row(3, 1_010, 10),
  row(4, 1_020, 10, { kind: 'notification' }),
  row(5, 1_030, 10, { server: 'other' }),
  row(6, 1_040, 10, { direction: 'received' }),
  row(7, 1_600, 50),
  row(8, 1_650, null),
  row(9, 2_000, 1),
];
const run = (id: number) => {
  const of = rows.find((one) => one.id === id);
  return of === undefined ? null : runOf(rows, of);
};

describe('the requests around one', () => {
  it('are those to the same server without a pause in between', () => {
    expect(run(1)?.rows.map(({ id }) => id)).toEqual([1]);
    for (const id of [2, 3, 7, 8]) expect(run(id)?.rows.map((one) => one.id)).toEqual([2, 3, 7, 8]);
    expect(run(9)?.rows.map(({ id }) => id)).toEqual([9]);
    expect(run(3)).toMatchObject({ at: 1_000, ms: 650, most: 2 });
  });
  it('count those at once that really overlap', () => {
    expect(run(1)?.most).toBe(1);
    const each = [row(1, 0, 10), row(2, 10, 10), row(3, 20, 0)];
    expect(runOf(each, row(2, 10, 10))?.most).toBe(1);
    const all = [1, 2, 3, 4].map((id) => row(id, 0, 0));
    expect(runOf(all, row(1, 0, 0))).toMatchObject({ ms: 1 });
  });
  it('are none for what is no request to a server, or left the log', () => {
    for (const id of [4, 6]) expect(run(id)).toBeNull();
    expect(runOf(rows, row(99, 5_000, 1))).toBeNull();
  });
});
