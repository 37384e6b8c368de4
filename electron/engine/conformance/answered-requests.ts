import type { RequestPlan, PlannedReply, PlannedRequest } from '../../core/dialects/plan.ts';
import { counted } from '../../../shared/size-text.ts';
import { RateLimitPause } from '../link/index.ts';
import type { SkillContext } from '../contexts.ts';

export interface RunListener {
  readonly asked?: (requests: number) => void;
  readonly sent?: (request: number, row: number) => void;
  /** What it waits for, in words: `for skills/get`. */
  readonly waiting?: (what: string) => void;
}

/** Follows plans: how many requests were answered, when each was, and what is waited for. */
export class AnsweredRequests {
  /** When each request was answered, ms since the epoch, in the order of the requests. */
  readonly times: number[] = [];
  /** How long the server took for each request, by its number, ms. */
  readonly tookMs = new Map<number, number>();
  /** Requests that the link did not send any more. */
  unsent = 0;
  /** And those of methods that do not answer, by method. */
  readonly silent = new Map<string, { unsent: number; brief: number }>();

  /**
   * And those that the server wanted nothing of for now, with what it said last; null without any.
   */
  refused: { readonly requests: number; readonly said: string } | null = null;
  readonly courtesy: RateLimitPause;

  readonly #clock: SkillContext['clock'];
  readonly #told: RunListener;

  constructor(clock: SkillContext['clock'], told: RunListener) {
    this.#clock = clock;
    this.#told = told;
    this.courtesy = new RateLimitPause(clock, () => {
      const seconds = Math.ceil(this.courtesy.pauseMs / 1_000);
      told.waiting?.(`for the server to accept requests again (${counted(seconds, 'second')})`);
    });
  }

  /** Says which methods are waited for. */
  waitsFor(methods: readonly string[]): void {
    if (this.courtesy.pauseMs === 0) this.#told.waiting?.(`for ${methods.join(', ')}`);
  }

  get requests(): number {
    return this.times.length;
  }

  *following<T>(plan: RequestPlan<T>): RequestPlan<T> {
    let step = plan.next([]);
    while (step.done !== true) {
      const replies = yield step.value;
      const now = this.#clock.now();
      this.times.push(...replies.map(() => now));
      for (const [index, reply] of replies.entries()) this.#countUnsent(step.value[index], reply);
      this.#told.asked?.(this.requests);
      step = plan.next(replies);
    }
    return step.value;
  }

  #countUnsent(request: PlannedRequest | undefined, reply: PlannedReply): void {
    if (reply.ok) return;
    if (reply.error.reason === 'not-now')
      this.refused = {
        requests: (this.refused?.requests ?? 0) + 1,
        said: reply.error.message,
      };
    if (reply.error.reason !== 'unavailable') return;
    if (reply.error.silent === undefined || request === undefined) this.unsent += 1;
    else {
      const of = this.silent.get(request.method) ?? { unsent: 0, brief: 0 };
      of[reply.error.silent] += 1;
      this.silent.set(request.method, of);
    }
  }
}
