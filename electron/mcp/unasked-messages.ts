import type { RequestId } from '@modelcontextprotocol/client';
import type { FromServer } from '../engine/ports/session.ts';
import { isObject, type WireMessage, type TrafficRecorder } from './recorder.ts';
import { limits } from '../core/limits.ts';
import { TokenBucket } from '../core/token-bucket.ts';

/** How long the right answer may still come after one that no request can be found for (ms). */
export const graceMs = 1_000;

/** A request that is waited for. */
export interface WaitingRequest {
  readonly id: RequestId;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

interface StrayAnswersParts {
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

/** The attacker is a server that talks before anybody listens: how much of it waits. */
const mostHeld = { messages: 256, characters: 1_048_576 };

/**
 * What a server says on its own once its handshake is answered. With `holds`, it waits for a
 * listener: a server may ask for roots as soon as it hears `initialized`, before the receipt of
 * that arrives.
 */
export class OwnMessages {
  readonly #holds: boolean;
  #listener: ((message: FromServer) => void) | null = null;
  #held: FromServer[] = [];
  #heldCharacters = 0;
  #tellAsked = (): void => {};
  /** Resolves with the first request that somebody is going to answer. */
  readonly asked = new Promise<void>((resolve) => {
    this.#tellAsked = resolve;
  });

  constructor(holds: boolean) {
    this.#holds = holds;
  }

  /** True for a request that a listener gets, so that the SDK must not see it. */
  take(message: WireMessage): boolean {
    const heard = fromServer(message);
    // The SDK answers a ping itself.
    if (heard === null || heard.method === 'ping') return false;
    if (this.#listener !== null) this.#listener(heard);
    else if (!this.#holds || !this.#hold(heard)) return false;
    if (heard.id === undefined) return false;
    this.#tellAsked();
    return true;
  }

  /** Gives what waits, and from now on everything. */
  listen(listener: (message: FromServer) => void): void {
    this.#listener = listener;
    const waiting = this.#held;
    this.#held = [];
    for (const message of waiting) listener(message);
  }

  #hold(message: FromServer): boolean {
    this.#heldCharacters += JSON.stringify(message).length;
    if (this.#held.length >= mostHeld.messages) return false;
    if (this.#heldCharacters > mostHeld.characters) return false;
    this.#held.push(message);
    return true;
  }
}

function fromServer({ id, method, params }: WireMessage): FromServer | null {
  if (typeof method !== 'string') return null;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return null;
  return {
    ...(id === undefined ? {} : { id }),
    method,
    params: isObject(params) ? params : {},
  };
}

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
