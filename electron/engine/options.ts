/** What differs between a window, a command and a test. */
export interface EngineOptions {
  /** Reconnect automatically after a break (a window does, a command doesn't). */
  readonly autoRetry: boolean;
  /**
   * Fingerprints of what a list for one run held when it was opened: its addresses where a person
   * named the list with `--config`, its commands only with `--allow-start`. What is added or
   * changed later asks, as everywhere.
   */
  readonly allowedByList: ReadonlySet<string>;
  readonly sessionConfig: string | null;
}
