import { limits } from '../../core/limits.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { FailureCause } from '../../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../../shared/model/server.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { RequestFailure } from '../../core/dialects/plan.ts';
import type { ServerRequest } from './calls.ts';

/** What is waited where the server names no time, doubled with each refusal in a row, in ms. */
const firstWait = 1_000;
/** How often one request is sent, and how many may be refused to the end one after the other. */
const maxPauses = { tries: 4, lost: 2 } as const;
/** Answers without a refusal between them after which requests go out together again. */
const calmAfter = 8;

interface Refusal {
  readonly message: string;
  readonly cause?: FailureCause;
}

/** Whoever asks to be left alone while it is being connected to. */
const asksToWait = ({ reason }: ConnectionFailure): boolean =>
  reason === 'rate-limited' || reason === 'busy';

/**
 * How one run goes on with a server that asks to be left alone (HTTP 429 and 503): nothing is sent
 * before the time that it names is over, and then one request at a time, until it answers. The
 * attacker is a server that asks for any time, any number of times: each wait, all of them, and the
 * tries of one request are bounded, and what is still refused then is given back as `not-now`.
 */
export class RateLimitPause {
  readonly #clock: SystemClock;
  readonly #onPause: () => void;
  /** When it may be asked again, ms since the epoch. */
  #freeAt = 0;
  #waited = 0;
  /** Requests that were under way together are refused together: that is one refusal. */
  #round = 0;
  #inARow = 0;
  #calm = Infinity;
  /** Refused to the end, one after the other: of any method, and of each. */
  #lost = 0;
  readonly #lostOf = new Map<string, number>();
  #last: Refusal = { message: '' };
  #isOver = false;
  #queue: Promise<void> = Promise.resolve();

  /** `onPause` is told when the server is left alone from now on. */
  constructor(clock: SystemClock, onPause: () => void = () => {}) {
    this.#clock = clock;
    this.#onPause = onPause;
  }

  /** For how long it is still left alone, in ms. */
  get pauseMs(): number {
    return this.#isOver ? 0 : Math.max(0, this.#freeAt - this.#clock.now());
  }

  /** Sends a request when it may be sent, and again where it is refused for now. */
  async ask(
    { method, width }: ServerRequest & { readonly width?: number },
    send: () => Promise<Result<unknown, RequestFailure>>,
    signal?: AbortSignal,
  ): Promise<Result<unknown, RequestFailure>> {
    let leave: (() => void) | null = null;
    try {
      for (let tries = 1; ; tries += 1) {
        if (leave === null && this.#isNarrow && width === undefined) leave = await this.#turn();
        await this.#pause(signal);
        // Many at once are the last that it wants after a refusal, and nothing when not at once.
        if (this.#isGivenUp(method) || (width !== undefined && this.#isNarrow))
          return err({ ...this.#last, reason: 'not-now' });
        const round = this.#round;
        const answer = await send();
        if (answer.ok || answer.error.reason !== 'not-now') {
          if (answer.ok || answer.error.reason === 'error-response') this.#heard(method);
          return answer;
        }
        this.#refused(answer.error, round);
        if (width !== undefined) return answer;
        if (tries < maxPauses.tries && !this.#isOver) continue;
        this.#lose(method);
        return answer;
      }
    } finally {
      leave?.();
    }
  }

  /** Waits after a connection that failed; false where there is nothing to wait for any more. */
  async again(failure: ConnectionFailure, signal: AbortSignal): Promise<boolean> {
    if (!asksToWait(failure) || this.#inARow >= maxPauses.tries - 1) return false;
    const { message, reason, retryAfterMs } = failure;
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
    this.#refused({ message, cause: { reason, ...asked } }, this.#round);
    if (this.#isOver) return false;
    await this.#pause(signal);
    return !signal.aborted;
  }

  get #isNarrow(): boolean {
    return this.#calm < calmAfter;
  }

  #isGivenUp(method: string): boolean {
    return this.#isOver || (this.#lostOf.get(method) ?? 0) >= maxPauses.lost;
  }

  #heard(method: string): void {
    this.#calm += 1;
    this.#inARow = 0;
    this.#lost = 0;
    this.#lostOf.delete(method);
  }

  #refused(refusal: Refusal, round: number): void {
    this.#last = refusal;
    this.#calm = 0;
    if (round === this.#round) {
      this.#round += 1;
      this.#inARow += 1;
    }
    const asked = refusal.cause?.retryAfterMs;
    const wait =
      asked === undefined ? firstWait * 2 ** (this.#inARow - 1) : Math.max(asked, firstWait);
    const now = this.#clock.now();
    const longer = Math.max(0, now + wait - Math.max(now, this.#freeAt));
    if (wait > limits.leftAloneMs || this.#waited + longer > limits.leftAloneInAllMs) {
      this.#isOver = true;
      return;
    }
    this.#waited += longer;
    this.#freeAt = Math.max(this.#freeAt, now + wait);
    this.#onPause();
  }

  #lose(method: string): void {
    this.#lost += 1;
    this.#lostOf.set(method, (this.#lostOf.get(method) ?? 0) + 1);
    if (this.#lost >= maxPauses.lost) this.#isOver = true;
  }

  /** One at a time; gives the way to let the next one go. */
  async #turn(): Promise<() => void> {
    const before = this.#queue;
    let leave = (): void => {};
    this.#queue = new Promise((next) => (leave = next));
    await before;
    return leave;
  }

  /** Until it may be asked again, or the run is stopped. */
  async #pause(signal: AbortSignal | undefined): Promise<void> {
    while (this.pauseMs > 0 && signal?.aborted !== true)
      await pause(this.#clock, this.pauseMs, signal);
  }
}

/** Resolves after `ms`, or when it is stopped. */
export const pause = (
  clock: Pick<SystemClock, 'after'>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted === true) return resolve();
    const stop = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.after(ms, () => {
      // A watched server is checked as often as it changes, under one signal.
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
