import { limits } from '../../core/limits.ts';
import type { Patience, Waiting } from '../ports/session.ts';

/** How often a method may give no answer until it is not asked any more. */
const most = { inARow: 2, inAll: 5 } as const;

interface Silence {
  /** Without an answer of the method between them. */
  inARow: number;
  inAll: number;
  /** Answers that came, errors among them. */
  heard: number;
}

/**
 * How long one run waits for each method. The attacker is a server that never answers one method: each of
 * its requests would be waited for by itself, and nothing else looked at in time. After a first that
 * gave no answer the others are waited for shorter, and in the end not sent.
 */
export class MethodPatience implements Patience {
  readonly #methods = new Map<string, Silence>();

  /**
   * Before a request is sent; null where it is not to be sent. `isAgain`: a second time, alone. Of
   * requests that wait together the first counts, and none where others of them are answered: then it
   * is not the method that hangs.
   */
  begin(method: string, isAgain: boolean): Waiting | null {
    const of = this.#methods.get(method) ?? { inARow: 0, inAll: 0, heard: 0 };
    this.#methods.set(method, of);
    if (of.inARow >= most.inARow || of.inAll >= most.inAll) return null;
    const before = { ...of };
    return {
      timeoutMs: before.inAll === 0 ? limits.requestMs : limits.impatientMs,
      over(answer) {
        if (answer.ok || answer.error.reason !== 'timeout') {
          if (!answer.ok && answer.error.reason !== 'error-response') return;
          of.heard += 1;
          of.inARow = 0;
          return;
        }
        if (of.inAll > before.inAll) return;
        of.inAll += 1;
        const isOfMethod = of.heard === before.heard && !(isAgain && of.inARow === 0);
        if (isOfMethod) of.inARow += 1;
      },
    };
  }
}
