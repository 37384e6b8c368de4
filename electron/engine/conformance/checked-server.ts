import type { CheckFlips, ConformanceReport } from '../../../shared/model/report.ts';

/** The newest whole check of a server, until its configuration changes. */
export interface CheckedServer {
  readonly report: ConformanceReport;
  /** Against the whole check before; null where there was none. */
  readonly flips: CheckFlips | null;
  /** ms since the epoch. */
  readonly at: number;
  /** Where in the log each request of it stands, by its number in the report. */
  readonly rows: ReadonlyMap<number, number>;
}
