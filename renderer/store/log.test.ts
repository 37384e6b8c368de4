import { createStore } from 'zustand/vanilla';
import { describe, expect, it } from 'vitest';
import type { LogPage, LogRow } from '../../shared/model/log.ts';
import { emptyLog, followLog, rowAt, withChange, withPage, type LogState } from './log.ts';
import { aLogRow } from './testing/fixtures.ts';

const rows = (...ids: number[]): LogRow[] => ids.map((id) => aLogRow(id));
const page = (part: Partial<LogPage>): LogPage => ({
  epoch: 'e',
  reset: false,
  rows: [],
  gone: [],
  revision: 0,
  more: false,
  dropped: 0,
  ...part,
});
const ids = (log: LogState): number[] => log.rows.map(({ id }) => id);

describe('the log of a window', () => {
  const held = withPage(emptyLog, page({ rows: rows(1, 2, 4), revision: 4 }));

  it('puts new, updated and removed rows in place', () => {
    const answered = { ...aLogRow(2), revision: 9, status: 'ok' } as const;
    const after = withChange(
      held,
      page({ rows: [answered, ...rows(5, 3)], gone: [1], revision: 9 }),
    );
    expect(ids(after)).toEqual([2, 3, 4, 5]);
    expect(rowAt(after.rows, 2)).toBe(answered);
    expect(after.revision).toBe(9);
    expect(ids(held)).toEqual([1, 2, 4]);
  });

  it('keeps the newer of two states in any order', () => {
    const newer = { ...aLogRow(4), revision: 8, status: 'ok' } as const;
    const after = withChange(withChange(held, page({ rows: [newer] })), page({ rows: rows(4) }));
    expect(rowAt(after.rows, 4)?.status).toBe('ok');
  });

  it('accepts nothing from another process until it is reloaded', () => {
    expect(withChange(held, page({ epoch: 'f', rows: rows(9) }))).toBe(held);
    expect(ids(withPage(held, page({ epoch: 'f', reset: true, rows: rows(9) })))).toEqual([9]);
  });

  it('loads in pages, and after a break only changes', async () => {
    const store = createStore<{ log: LogState }>()(() => ({ log: emptyLog }));
    const asked: number[] = [];
    const answers = [
      page({ rows: rows(1, 2), revision: 2, more: true }),
      page({ rows: rows(3), revision: 3 }),
      page({ rows: rows(4), gone: [1], revision: 5 }),
    ];
    const api = {
      getLog: async ({ after }: { after: number }) => {
        asked.push(after);
        return { ok: true, value: answers.shift() ?? page({}) } as const;
      },
    };
    await followLog(store, api);
    await followLog(store, api);
    expect(asked).toEqual([0, 2, 3]);
    expect(ids(store.getState().log)).toEqual([2, 3, 4]);
  });
});
