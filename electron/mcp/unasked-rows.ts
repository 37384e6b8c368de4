import { limits } from '../core/limits.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import type { TrafficRecorder } from './recorder.ts';

/**
 * Only the first rows of a flood, and few after them: those of other servers are in the log, too.
 */
export class UnaskedRows {
  readonly #rows = new TokenBucket(limits.unaskedRows, 1_000 / limits.unaskedRowsPerSecond);
  readonly #now: () => number;
  readonly #recorder: TrafficRecorder;
  #isRowMissing = false;

  constructor(now: () => number, recorder: TrafficRecorder) {
    this.#now = now;
    this.#recorder = recorder;
  }

  /** Whether one more gets a row. */
  take(): boolean {
    const at = this.#now();
    if (this.#rows.wait(at) === 0) {
      this.#rows.take(at);
      return true;
    }
    if (!this.#isRowMissing)
      this.#recorder.text(
        'note',
        'The server writes more than the log keeps. ' +
          'From here on, some notifications and lines have no row.',
      );
    this.#isRowMissing = true;
    return false;
  }
}
