/**
 * How often something may be done that somebody else decides: a few times at once, then once in a
 * while (a token bucket). Whoever asks rarely is served at once; whoever never stops, at the rate.
 */
export class TokenBucket {
  readonly #burst: number;
  readonly #everyMs: number;
  #left: number;
  #at = Number.NEGATIVE_INFINITY;

  /** `burst` times at once; one more for every `everyMs` that pass. */
  constructor(burst: number, everyMs: number) {
    this.#burst = burst;
    this.#everyMs = everyMs;
    this.#left = burst;
  }

  /** Milliseconds from `now` until it may be done; 0 when it may be done now. */
  wait(now: number): number {
    this.#fill(now);
    return this.#left >= 1 ? 0 : Math.ceil((1 - this.#left) * this.#everyMs);
  }

  /** It is done now. */
  take(now: number): void {
    this.#fill(now);
    this.#left = Math.max(0, this.#left - 1);
  }

  #fill(now: number): void {
    // A clock that was set back gives nothing, and takes nothing away.
    const passed = Math.max(0, now - this.#at);
    this.#left = Math.min(this.#burst, this.#left + passed / this.#everyMs);
    this.#at = now;
  }
}
