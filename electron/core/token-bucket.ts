/**
 * A rate limit for something that others trigger: a few times at once, then once per interval (a
 * token bucket). Whoever asks rarely is served at once; whoever never stops, at the rate.
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

  /** Milliseconds from `now` until it's allowed; 0 if it's allowed now. */
  wait(now: number): number {
    this.#fill(now);
    return this.#left >= 1 ? 0 : Math.ceil((1 - this.#left) * this.#everyMs);
  }

  /** How many could be taken at `now`; less than 0 where some are owed. */
  left(now: number): number {
    this.#fill(now);
    return this.#left;
  }

  /** Takes one now. */
  take(now: number): void {
    this.#fill(now);
    this.#left = Math.max(0, this.#left - 1);
  }

  /** Takes `count` now, whether they are there or not: what is missing has to be waited for. */
  spend(now: number, count: number): void {
    this.#fill(now);
    this.#left -= count;
  }

  #fill(now: number): void {
    // A clock that was set back adds nothing and removes nothing.
    const passed = Math.max(0, now - this.#at);
    this.#left = Math.min(this.#burst, this.#left + passed / this.#everyMs);
    this.#at = now;
  }
}
