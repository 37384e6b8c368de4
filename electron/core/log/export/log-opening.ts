import type { Result } from '../../../../shared/result.ts';
import type { LogStore } from '../log-store.ts';

/** A file that was opened. */
export interface OpenedLogFile {
  readonly store: LogStore;
  /** The program that wrote the file, and when: milliseconds since the epoch, 0 if unknown. */
  readonly head: { readonly by: string; readonly at: number; readonly version: string };
  /** What the log doesn't contain of the file; null if nothing is missing. */
  readonly leftOut: string | null;
}

/** The remaining work, step by step: a file may take seconds. */
export type LogOpening = Generator<null, Result<OpenedLogFile, string>>;
