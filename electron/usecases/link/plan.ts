import { limits } from '../../core/limits.ts';
import type { Plan, PlannedReply, PlannedRequest } from '../../core/dialects/adapter.ts';
import type { Result } from '../../../shared/result.ts';
import { faultOf } from '../errors.ts';
import type { CallOptions, Clock } from '../ports.ts';
import type { CallProblem } from './call.ts';

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch; what is asked after it is answered with a timeout. */
  readonly until?: number;
  /** Answers of this listing: two dialects that ask the same question ask it once. */
  readonly asked?: Map<string, Promise<PlannedReply>>;
}

type Call = (
  request: PlannedRequest,
  options: CallOptions,
) => Promise<Result<unknown, CallProblem>>;

/**
 * Carries out a dialect's plan: sends what it yields, everything of one step at once, and hands
 * back the replies.
 */
export async function runPlan<T>(
  plan: Plan<T>,
  call: Call,
  clock: Pick<Clock, 'now'>,
  { signal, until, asked }: PlanOptions,
): Promise<T> {
  const send = async (request: PlannedRequest): Promise<PlannedReply> => {
    const left = until === undefined ? limits.requestMs : until - clock.now();
    if (left <= 0) return tooLate;
    const answer = await call(request, { signal, timeoutMs: Math.min(left, limits.requestMs) });
    return answer.ok ? answer : { ok: false, error: replyError(answer.error) };
  };
  const ask = (request: PlannedRequest): Promise<PlannedReply> => {
    if (asked === undefined) return send(request);
    const key = JSON.stringify(request);
    const known = asked.get(key) ?? send(request);
    asked.set(key, known);
    return known;
  };
  let step = plan.next();
  while (step.done !== true) step = plan.next(await Promise.all(step.value.map(ask)));
  return step.value;
}

const tooLate: PlannedReply = {
  ok: false,
  error: {
    reason: 'timeout',
    message: `The listing took longer than ${limits.listMs / 1_000} s.`,
  },
};

const replyError = (error: CallProblem): Extract<PlannedReply, { ok: false }>['error'] => ({
  reason: error.reason,
  message: faultOf(error).message,
  ...('code' in error ? { code: error.code } : {}),
});
