/** What differs between a window, a command and a test. */
export interface Options {
  /** Reconnect by itself after a break (a window does, a command does not). */
  readonly autoRetry: boolean;
  /**
   * Fingerprints of the commands that a `--config` list held when a person named it on the command
   * line: these may start at once. What is added or changed later asks, as everywhere.
   */
  readonly allowedByList: ReadonlySet<string>;
  readonly sessionConfig: string | null;
}
