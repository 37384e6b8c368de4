import type { Readable } from 'node:stream';
import type { PipeBudget } from './pipe-budget.ts';

export interface PacedPipeParts {
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
