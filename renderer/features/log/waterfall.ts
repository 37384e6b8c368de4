import type { LogRow } from '../../../shared/model/log.ts';

/** Longer without a request under way (ms), and a server has finished something. */
export const pauseMs = 250;

/** Requests to one server that followed each other without a pause: a listing, a check of files. */
export interface RequestRun {
  readonly rows: readonly LogRow[];
  /** When the first began, milliseconds since the epoch. */
  readonly at: number;
  /** From the first request to the last response; at least 1. */
  readonly ms: number;
  /** How many were under way at once, at most. */
  readonly most: number;
}

const isRequest = ({ kind, direction }: LogRow): boolean =>
  kind === 'exchange' && direction === 'sent';
const endOf = ({ at, durationMs }: LogRow): number => at + (durationMs ?? 0);

/** The run that a row belongs to, of rows by id; null if the row is no request to a server. */
export function runOf(rows: readonly LogRow[], of: LogRow): RequestRun | null {
  let run: LogRow[] = [];
  let end = -Infinity;
  let isFound = false;
  for (const row of rows) {
    if (row.server !== of.server || !isRequest(row)) continue;
    if (row.at > end + pauseMs) {
      if (isFound) break;
      run = [];
      end = -Infinity;
    }
    run.push(row);
    end = Math.max(end, endOf(row));
    isFound ||= row.id === of.id;
  }
  const [first] = run;
  if (first === undefined || !isFound) return null;
  return { rows: run, at: first.at, ms: Math.max(1, end - first.at), most: mostAtOnce(run) };
}

/**
 * Counts along the starts and ends in order; what ends when another begins isn't at once with it.
 */
function mostAtOnce(run: readonly LogRow[]): number {
  const starts = run.map(({ at }) => at).sort((a, b) => a - b);
  const ends = run.map(endOf).sort((a, b) => a - b);
  let most = 0;
  let ended = 0;
  for (const [begun, at] of starts.entries()) {
    while ((ends[ended] ?? Infinity) <= at && ended < begun) ended += 1;
    most = Math.max(most, begun + 1 - ended);
  }
  return most;
}
