import type { Flips } from '../../../shared/model/flips.ts';
import type { Report } from '../../../shared/model/report.ts';

/** The newest whole check of a server, as long as it is configured so. */
export interface Checked {
  readonly report: Report;
  /** Against the whole check before; null where there was none. */
  readonly flips: Flips | null;
  /** ms since the epoch. */
  readonly at: number;
  /** Where in the log each request of it stands, by its number in the report. */
  readonly rows: ReadonlyMap<number, number>;
}
