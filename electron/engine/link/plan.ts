import { limits } from '../../core/limits.ts';
import type { ListingProgress } from '../../core/dialects/dialect.ts';
import type { PlannedReply, PlannedRequest, RequestFailure } from '../../core/dialects/plan.ts';
import { err, type Result } from '../../../shared/result.ts';
import { faultOf } from '../options.ts';
import type { CallOptions, TimeoutPolicy, CallTimeout } from '../ports/session.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { RateLimitPause } from './rate-limit-pause.ts';

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch; what is asked after it is answered with `out-of-time`. */
  readonly until?: number;
  /** How the run goes on with a server that asks to be left alone; without it, it does not. */
  readonly courtesy?: RateLimitPause;
  /** Told of the methods that are waited for, whenever they are others. */
  readonly underWay?: (methods: readonly string[]) => void;
  /** Asked to find out what the server speaks: that it refuses may be expected. */
  readonly probe?: boolean;
  /** How long the run waits for each method, where that is less than else. */
  readonly patience?: TimeoutPolicy;
  /** A check of the server: told under which row of the log each request stands, from 1. */
  readonly check?: (request: number, row: number) => void;
  /**
   * Told how long the server took for each request, from 1, in ms: since the request or since the
   * answer before, whichever is later.
   */
  readonly took?: (request: number, ms: number) => void;
  /** Answers of this listing: two dialects that ask the same question ask it once. */
  readonly asked?: Map<string, Promise<PlannedReply>>;
  /** Told of each page of a listing as it arrives. */
  readonly take?: (arrived: ListingProgress) => void;
}

/** A plan, or a listing, which also tells what has arrived so far. */
export type RunnablePlan<T> = Generator<
  readonly PlannedRequest[] | ListingProgress,
  T,
  readonly PlannedReply[]
>;

type Call = (
  request: PlannedRequest,
  options: CallOptions,
) => Promise<Result<unknown, RequestFailure>>;

/**
 * Carries out a dialect's plan: sends what it yields, everything of one step at once, and hands
 * back the replies.
 */
export async function runPlan<T>(
  plan: RunnablePlan<T>,
  call: Call,
  clock: Pick<SystemClock, 'now'>,
  { signal, until, courtesy, probe, patience, check, took, asked, take, underWay }: PlanOptions,
): Promise<T> {
  let sent = 0;
  let answeredAt = 0;
  const waiting = underWay === undefined ? null : new UnderWay(underWay);
  const once = async (
    request: PlannedRequest,
    number: number,
  ): Promise<Result<unknown, RequestFailure>> => {
    const left = until === undefined ? null : until - clock.now();
    if (left !== null && left <= 0) return err(tooLate);
    const most = request.isBrief === true ? limits.impatientMs : limits.requestMs;
    const timeout =
      left === null && request.isBrief !== true ? {} : { timeoutMs: Math.min(left ?? most, most) };
    const options = {
      signal,
      ...timeout,
      // A method that a server needn't know says nothing about the patience that others need.
      ...(patience === undefined || request.isBrief === true ? {} : { patience }),
      ...(probe === true || request.refusable === true ? { probe: true } : {}),
      ...(request.width === undefined ? {} : { width: request.width }),
      ...(check === undefined ? {} : { check: (row: number) => check(number, row) }),
    };
    const began = clock.now();
    const asking = (): ReturnType<Call> => call(request, options);
    const answer = await (waiting?.during(request.method, asking) ?? asking());
    const now = clock.now();
    took?.(number, now - Math.max(began, answeredAt));
    answeredAt = now;
    return answer;
  };
  const send = async (request: PlannedRequest): Promise<PlannedReply> => {
    sent += 1;
    const number = sent;
    const asking = () => once(request, number);
    const answer = await (courtesy?.ask(request, asking, signal) ?? asking());
    return answer.ok ? answer : failed(answer.error);
  };
  const ask = (request: PlannedRequest): Promise<PlannedReply> => {
    if (asked === undefined) return send(request);
    const key = JSON.stringify(request);
    const known = asked.get(key) ?? send(request);
    asked.set(key, known);
    return known;
  };
  let step = plan.next([]);
  while (step.done !== true) {
    const { value } = step;
    if ('page' in value) {
      take?.(value);
      step = plan.next([]);
    } else step = plan.next(await Promise.all(value.map(ask)));
  }
  return step.value;
}

const tooLate: RequestFailure = {
  reason: 'out-of-time',
  message: `The listing took longer than ${limits.listMs / 1_000} s.`,
};

const failed = (error: RequestFailure): PlannedReply => ({
  ok: false,
  error: { ...error, words: faultOf(error).message },
});

/** Which methods are waited for. */
class UnderWay {
  readonly #told: NonNullable<PlanOptions['underWay']>;
  readonly #methods = new Map<string, number>();
  #last = '';

  constructor(told: NonNullable<PlanOptions['underWay']>) {
    this.#told = told;
  }

  async during<T>(method: string, ask: () => Promise<T>): Promise<T> {
    this.#count(method, 1);
    try {
      return await ask();
    } finally {
      this.#count(method, -1);
    }
  }

  #count(method: string, more: 1 | -1): void {
    const count = (this.#methods.get(method) ?? 0) + more;
    if (count === 0) this.#methods.delete(method);
    else this.#methods.set(method, count);
    const methods = [...this.#methods.keys()];
    const now = methods.join();
    // Between two steps nothing is, which nobody has to be told.
    if (methods.length === 0 || now === this.#last) return;
    this.#last = now;
    this.#told(methods);
  }
}

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
