import type { LogRow } from './log.ts';

/** An error that a person looks for: neither expected nor their own doing. */
export const isTrouble = (row: Pick<LogRow, 'kind' | 'status' | 'negotiation'>): boolean =>
  !row.negotiation &&
  (row.kind === 'stray' ||
    row.status === 'error' ||
    row.status === 'timeout' ||
    row.status === 'lost');
