import type { RequestId } from '@modelcontextprotocol/client';

/** How long the right answer may still come after one that no request can be found for (ms). */
export const graceMs = 1_000;

/** A request that is waited for. */
export interface WaitingRequest {
  readonly id: RequestId;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

export interface StrayAnswersParts {
  readonly now: () => number;
  readonly waiting: () => readonly WaitingRequest[];
  /** Whether the right answer may have been written and not read yet. */
  readonly isBehind: () => boolean;
  /** These were answered under other ids; `last` is what the last such answer had. */
  readonly misanswered: (requests: readonly WaitingRequest[], last: StrayAnswer) => void;
}

/** An answer under an id that no request ever had. */
export interface StrayAnswer {
  readonly id: unknown;
  readonly error: unknown;
  /** What was wrong with it, where that is more than its id. */
  readonly message?: string;
}

/**
 * Answers under ids that nobody asked for. The attacker is a server that sends such answers to make
 * other requests fail: one only fails when as many stray answers as unanswered requests came after
 * it was sent, and the server stayed silent on it since.
 */
export class StrayAnswers {
  readonly #parts: StrayAnswersParts;
  #count = 0;
  #last: StrayAnswer = { id: null, error: undefined };
  #lastAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: StrayAnswersParts) {
    this.#parts = parts;
  }

  add(answer: StrayAnswer): void {
    this.#count += 1;
    this.#last = answer;
    this.#lastAt = this.#parts.now();
    if (this.#timer === null) this.#arm(graceMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#count = 0;
  }

  #arm(ms: number): void {
    // What has come meanwhile is read before it counts as missing.
    this.#timer = setTimeout(() => setImmediate(() => this.#look()), ms);
    this.#timer.unref();
  }

  #look(): void {
    if (this.#timer === null) return;
    this.#timer = null;
    const left = this.#lastAt + graceMs - this.#parts.now();
    if (left > 0) return this.#arm(left);
    if (this.#parts.isBehind()) return this.#arm(graceMs);
    const suspects = this.#parts.waiting().filter(({ sentAt }) => sentAt <= this.#lastAt);
    if (suspects.length > this.#count) return this.#arm(graceMs);
    this.#count = 0;
    if (suspects.length > 0) this.#parts.misanswered(suspects, this.#last);
  }
}
