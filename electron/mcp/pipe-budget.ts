import type { Readable } from 'node:stream';
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
interface PipeNoise {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * How much of what nobody asked for is read from one pipe of a server. The attacker is a server
 * that writes without an end so that the window stands still and other servers wait: past its
 * budget it's read later, and each turn of the event loop takes a slice only. Answers cost nothing.
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

  /**
   * Whether an answer may be on its way that would be here if the pipe were read as it's written.
   */
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

interface PacedPipeParts {
  readonly stream: Pick<Readable, 'on' | 'pause' | 'resume'>;
  readonly budget: PipeBudget;
  /** Takes bytes from `offset` until the slice is spent; gives the offset where it stopped. */
  readonly take: (chunk: Buffer, offset: number) => number;
  /** Runs later: after so many ms, or on the next turn of the event loop where that is 0. */
  readonly after: (ms: number, run: () => void) => void;
  /** Told of each wait for the budget, in ms. */
  readonly onWait: (ms: number) => void;
}

/**
 * Reads a pipe in slices and no faster than its budget. Meanwhile the pipe is paused, so that its
 * writer waits: nothing is lost, and nothing but one chunk is held.
 */
export class PacedPipe {
  readonly #parts: PacedPipeParts;
  #chunk: Buffer | null = null;
  #offset = 0;
  #isWaiting = false;
  #isUnpaced = false;
  #isHeld = false;

  constructor(parts: PacedPipeParts) {
    this.#parts = parts;
    parts.stream.on('data', (chunk: Buffer) => {
      this.#add(chunk);
      if (!this.#isWaiting) this.#go();
    });
  }

  /** Takes nothing while it's held: whoever gets it doesn't read. */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    if (!this.#isWaiting) this.#go();
  }

  /** Doesn't wait for the budget any more: the process has ended, and its last words count. */
  unpace(): void {
    this.#isUnpaced = true;
    this.drain();
    this.#parts.stream.resume();
  }

  /** Takes what is held, at once. */
  drain(): void {
    while (this.#chunk !== null) this.#slice();
  }

  /** A stream that was paused may still give what it had read. */
  #add(chunk: Buffer): void {
    this.#chunk =
      this.#chunk === null ? chunk : Buffer.concat([this.#chunk.subarray(this.#offset), chunk]);
    this.#offset = 0;
  }

  #go(): void {
    const { stream, after, onWait } = this.#parts;
    this.#isWaiting = false;
    if (this.#isHeld) return void stream.pause();
    const wait = this.#slice();
    if (wait > 0) onWait(wait);
    this.#isWaiting = wait > 0 || this.#chunk !== null;
    if (!this.#isWaiting) return void stream.resume();
    stream.pause();
    after(wait, () => this.#go());
  }

  /** Takes one slice; gives the wait for the next. */
  #slice(): number {
    const { take, budget } = this.#parts;
    if (this.#chunk !== null) {
      this.#offset = take(this.#chunk, this.#offset);
      if (this.#offset >= this.#chunk.length) this.#chunk = null;
    }
    const wait = budget.endSlice();
    return this.#isUnpaced ? 0 : wait;
  }
}

/**
 * The limits that a connection keeps. Tests pass smaller ones; the product uses `defaultBounds`.
 * Bytes and ms.
 */
export interface ConnectionBounds {
  readonly responseBytes: number;
  /** For everything that connecting takes, a second start with the older handshake among it. */
  readonly connectMs: number;
  readonly requestMs: number;
  readonly stderrBytes: number;
  /**
   * How long `server/discover` may stay unanswered before `initialize` is sent beside it (a pipe),
   * or in its place (HTTP).
   */
  readonly probeMs: number;
  /** Silence after which an event without its blank line is looked at (HTTP). */
  readonly quietMs: number;
  /** Patience after closing stdin, and again after SIGTERM. */
  readonly closeMs: number;
  /** Lines on stdout that are no message: so many are kept in the log, all are counted. */
  readonly strayLinesKept: number;
}

export const defaultBounds: ConnectionBounds = {
  responseBytes: limits.responseBytes,
  connectMs: limits.connectMs,
  requestMs: limits.requestMs,
  stderrBytes: limits.stderrBytes,
  probeMs: 10_000,
  quietMs: 200,
  closeMs: 2_000,
  strayLinesKept: 200,
};
