import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../shared/contract.ts';
import type { LogPage, LogRow } from '../../shared/model/log.ts';
import { mostLogRows } from '../../shared/model/plain.ts';

/** This window's copy of the protocol log. */
export interface LogState {
  /** Null: nothing is loaded. */
  readonly epoch: string | null;
  /** Everything up to this revision is loaded. */
  readonly revision: number;
  /**
   * Whether that's everything that the main process has announced; until then pages are being
   * loaded.
   */
  readonly whole: boolean;
  /** By id, oldest first. */
  readonly rows: readonly LogRow[];
  /** How many rows the main process dropped. */
  readonly dropped: number;
}

export const emptyLog: LogState = { epoch: null, revision: 0, whole: false, rows: [], dropped: 0 };

type Change = Pick<LogPage, 'epoch' | 'rows' | 'gone' | 'revision' | 'dropped'>;

/** The log after an event, with one copy of the list however many rows the event has. */
export function withChange(log: LogState, change: Change): LogState {
  if (log.epoch !== null && log.epoch !== change.epoch) return log;
  const { epoch, dropped } = change;
  const rows = merged(log.rows, change.rows, change.gone);
  return { ...log, epoch, rows, dropped, revision: log.whole ? change.revision : log.revision };
}

/** The log after one page of changes. */
export function withPage(log: LogState, page: LogPage): LogState {
  const rows = merged(page.reset ? [] : log.rows, page.rows, page.gone);
  const { epoch, revision, dropped, more } = page;
  return { epoch, revision, dropped, rows, whole: !more };
}

/** The row under an id, by bisection. */
export function rowAt(rows: readonly LogRow[], id: number): LogRow | undefined {
  const row = rows[placeOf(rows, id)];
  return row?.id === id ? row : undefined;
}

/** The index of the first row with at least this id. */
function placeOf(rows: readonly LogRow[], id: number): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.id ?? 0) < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

function merged(
  held: readonly LogRow[],
  fresh: readonly LogRow[],
  gone: readonly number[],
): readonly LogRow[] {
  if (fresh.length === 0 && gone.length === 0) return held;
  const left = gone.length === 0 ? null : new Set(gone);
  const rows = left === null ? [...held] : held.filter(({ id }) => !left.has(id));
  const last = rows.at(-1)?.id ?? 0;
  const late: LogRow[] = [];
  for (const row of fresh) {
    if (left?.has(row.id) === true) continue;
    const at = row.id > last ? rows.length : placeOf(rows, row.id);
    const known = rows[at];
    if (known?.id !== row.id) late.push(row);
    else if (row.revision > known.revision) rows[at] = row;
  }
  if (late.length === 0) return rows;
  late.sort((a, b) => a.id - b.id);
  const isBehind = (late[0]?.id ?? 0) > last;
  rows.push(...late);
  return isBehind ? rows : rows.sort((a, b) => a.id - b.id);
}

/** Loads what changed since the loaded revision, in pages: after a lost connection only that. */
export async function followLog(
  { setState, getState }: Pick<StoreApi<{ log: LogState }>, 'setState' | 'getState'>,
  api: Pick<RendererApi, 'getLog'>,
): Promise<void> {
  for (;;) {
    const { epoch, revision } = getState().log;
    const limit = mostLogRows;
    const page = await api.getLog({ log: null, epoch, after: revision, limit });
    if (!page.ok) return;
    setState(({ log }) => ({ log: withPage(log, page.value) }));
    if (!page.value.more) return;
  }
}
