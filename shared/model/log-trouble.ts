import type { LogRow } from './log.ts';

/** The first requests to a server. */
const greetings: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

type Outcome = Pick<LogRow, 'kind' | 'status' | 'negotiation' | 'failedCheck'>;

/** An error that a person looks for: neither expected nor caused by them. */
export const isTrouble = (row: Outcome): boolean =>
  !row.negotiation &&
  (row.failedCheck !== null ||
    row.kind === 'stray' ||
    row.status === 'error' ||
    row.status === 'timeout' ||
    row.status === 'lost');

/**
 * How many errors the rows have. A server that is down gets the same first request again and again:
 * until it answers one, that counts as a single error.
 */
export function troubles(rows: Iterable<Outcome & Pick<LogRow, 'server' | 'method'>>): number {
  const away = new Set<string>();
  let count = 0;
  for (const row of rows) {
    const isGreeting = greetings.has(row.method);
    if (!isTrouble(row)) {
      if (isGreeting && row.status === 'ok') away.delete(row.server);
      continue;
    }
    if (isGreeting && row.status === 'lost') {
      if (away.has(row.server)) continue;
      away.add(row.server);
    }
    count += 1;
  }
  return count;
}
