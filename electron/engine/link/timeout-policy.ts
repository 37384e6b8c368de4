import { limits } from '../../core/limits.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { TimeoutPolicy, CallTimeout } from '../ports/session.ts';

/** How often a method may give no answer until it is not asked any more. */
const maxTimeouts = { inARow: 2, inAll: 5 } as const;
/**
 * What is waited for a request that is repeated alone: at least, and so often the slowest answer.
 */
const alone = { leastMs: 2_000, times: 10 } as const;

interface Silence {
  /** Without an answer of the method between them. */
  inARow: number;
  inAll: number;
  /** Answers that came, errors among them. */
  heard: number;
  /** It was waited for as long as any request is. */
  hung: boolean;
}

/**
 * How long one run waits for each method. The attacker is a server that never answers some methods:
 * waiting the full time for every one of their requests would leave no time for anything else.
 * After the first request of a method without an answer, later ones wait for less and then aren't
 * sent. A method first called after another one hung waits briefly, which doesn't show that it
 * hangs.
 */
export class MethodPatience implements TimeoutPolicy {
  readonly #clock: Pick<SystemClock, 'now'>;
  readonly #methods = new Map<string, Silence>();
  /** Time that was lost to requests without an answer, in ms: of those that wait together once. */
  #lost = 0;
  #lostUntil = 0;
  #slowest = 0;

  constructor(clock: Pick<SystemClock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Before a request is sent; null where it is not to be sent. `isAgain`: a second time, alone. Of
   * requests that wait together the first counts, and none where others of them are answered: then
   * it is not the method that hangs.
   */
  begin(method: string, isAgain: boolean): CallTimeout | null {
    const of = this.#methods.get(method) ?? { inARow: 0, inAll: 0, heard: 0, hung: false };
    this.#methods.set(method, of);
    const isSpent = this.#lost >= limits.silenceMs && of.inAll > 0;
    if (isSpent || of.inARow >= maxTimeouts.inARow || of.inAll >= maxTimeouts.inAll) return null;
    const before = { ...of };
    const began = this.#clock.now();
    const isBrief = this.#lost > 0 && !of.hung && !isAgain;
    return {
      timeoutMs: this.#timeout(of, isAgain, isBrief),
      isBrief,
      over: (answer) => {
        if (answer.ok || answer.error.reason !== 'timeout') {
          if (!answer.ok && answer.error.reason !== 'error-response') return;
          this.#slowest = Math.max(this.#slowest, this.#clock.now() - began);
          of.heard += 1;
          of.inARow = 0;
          return;
        }
        this.#lose(began);
        if (of.inAll > before.inAll) return;
        of.inAll += 1;
        of.hung ||= !isBrief;
        const isOfMethod = of.heard === before.heard && !(isAgain && of.inARow === 0);
        // Of a method that nothing was heard of, one brief wait after another would be none.
        if (isOfMethod) of.inARow += isBrief && of.heard === 0 ? maxTimeouts.inARow : 1;
      },
    };
  }

  #timeout(of: Silence, isAgain: boolean, isBrief: boolean): number {
    if (isBrief) return limits.impatientMs;
    if (!of.hung) return limits.requestMs;
    if (!isAgain) return limits.impatientMs;
    return Math.min(limits.impatientMs, Math.max(alone.leastMs, alone.times * this.#slowest));
  }

  #lose(began: number): void {
    const now = this.#clock.now();
    // A clock that stands still in between has lost something, too.
    this.#lost += Math.max(1, now - Math.max(began, this.#lostUntil));
    this.#lostUntil = now;
  }
}
