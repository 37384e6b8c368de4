import { limits } from '../../core/limits.ts';
import type { ListingProgress } from '../../core/dialects/dialect.ts';
import type { PlannedReply, PlannedRequest, RequestFailure } from '../../core/dialects/plan.ts';
import { err, type Result } from '../../../shared/result.ts';
import { faultOf } from '../errors.ts';
import type { CallOptions, TimeoutPolicy } from '../ports/session.ts';
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
