import { limits } from '../core/limits.ts';
import { TokenBucket } from '../core/token-bucket.ts';

/** The budget is counted in milliseconds: so much may be spent at once, and so much in one go. */
const burstMs = 1_000;
const sliceMs = 25;
const tightMs = 125;
/** After a wait there's enough for some work, not for a single line. */
const leastWaitMs = 50;

const costs = {
  message: 1_000 / limits.unaskedMessages,
  line: 1_000 / limits.unaskedLines,
  byte: 1_000 / limits.unaskedBytes,
} as const;

/** What came over one pipe that nobody asked for. */
export interface PipeNoise {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * How much of what nobody asked for is read from one pipe of a server. The attacker is a server that
 * writes without an end so that the window stands still and other servers wait: past its budget it's
 * read later, and each turn of the event loop takes a slice only. Answers cost nothing.
 */
export class PipeBudget {
  readonly #bucket = new TokenBucket(burstMs, 1);
  readonly #now: () => number;
  readonly #isUnlimited: boolean;
  #slice = 0;
  #isTight = false;
  #lines = 0;
  #bytes = 0;

  /** `isUnlimited`: everything is read in slices, but none waits for more than the next turn. */
  constructor(now: () => number, isUnlimited = false) {
    this.#now = now;
    this.#isUnlimited = isUnlimited;
  }

  spend(kind: 'message' | 'line', bytes: number): void {
    this.spendText(0, bytes, costs[kind]);
    this.#lines += 1;
  }

  /** The same of many lines that are looked at together. */
  spendText(lines: number, bytes: number, more = 0): void {
    this.#slice += more + lines * costs.line + bytes * costs.byte;
    this.#lines += lines;
    this.#bytes += bytes;
  }

  /** Whether the rest has to wait for the next turn of the event loop, at least. */
  get isSliceSpent(): boolean {
    return this.#slice >= sliceMs;
  }

  /** Whether more comes than a server has to say for a while. */
  get isTight(): boolean {
    return this.#isTight;
  }

  /** Whether an answer may be on its way that would be here if the pipe were read as it's written. */
  get isBehind(): boolean {
    return this.#bucket.left(this.#now()) < burstMs - tightMs;
  }

  /** Ends a slice; gives how long to wait for the next one, in ms, 0 for the next turn. */
  endSlice(): number {
    const now = this.#now();
    const slice = this.#slice;
    this.#slice = 0;
    if (this.#isUnlimited) return 0;
    this.#bucket.spend(now, slice);
    this.#isTight = this.#bucket.left(now) < burstMs - tightMs;
    const wait = this.#bucket.wait(now);
    return wait === 0 ? 0 : Math.max(wait, leastWaitMs);
  }

  /** Everything of it so far. */
  get noise(): PipeNoise {
    return { lines: this.#lines, bytes: this.#bytes };
  }
}
