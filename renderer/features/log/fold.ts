import type { LogRow } from '../../../shared/model/log.ts';

export interface FoldedRows {
  readonly rows: readonly LogRow[];
  /** How many folded rows each row stands for, by id. */
  readonly more: ReadonlyMap<number, number>;
}

/**
 * Folds requests that a server left unanswered for the same reason into one row. Never folds
 * answered, pinned or hand-sent rows. `log` contains all of `rows`; an answer in between starts a
 * new group.
 */
export function folded(rows: readonly LogRow[], log: readonly LogRow[]): FoldedRows {
  const heads = new Map<string, { readonly why: string; readonly id: number }>();
  const more = new Map<number, number>();
  const left: LogRow[] = [];
  let at = 0;
  for (const row of log) {
    if (row.kind === 'exchange' && row.status === 'ok') heads.delete(row.server);
    if (rows[at]?.id !== row.id) continue;
    at += 1;
    const head = heads.get(row.server);
    if (!isOneOfMany(row)) left.push(row);
    else if (head?.why === row.message) more.set(head.id, (more.get(head.id) ?? 0) + 1);
    else {
      heads.set(row.server, { why: row.message, id: row.id });
      left.push(row);
    }
  }
  return { rows: left, more };
}

const isOneOfMany = ({ kind, status, message, pinned, byHand }: LogRow): boolean =>
  kind === 'exchange' && status === 'lost' && message !== '' && !pinned && !byHand;
