import type { Result } from '../../../../shared/result.ts';
import type { LogStore } from '../log-store.ts';

/** A file that was opened. */
export interface OpenedLogFile {
  readonly store: LogStore;
  /** Which program wrote the file, and when: milliseconds since the epoch, 0 where it does not say. */
  readonly head: { readonly by: string; readonly at: number; readonly version: string };
  /** What of the file is not in the log; null where all is. */
  readonly leftOut: string | null;
}

/** What is left to do, a step at a time: a file may have work for seconds. */
export type LogOpening = Generator<null, Result<OpenedLogFile, string>>;
