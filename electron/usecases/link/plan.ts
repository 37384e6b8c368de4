import { limits } from '../../core/limits.ts';
import type { Plan, PlannedReply, PlannedRequest } from '../../core/dialects/adapter.ts';
import type { Context } from '../context.ts';
import { faultOf } from '../errors.ts';
import { call } from './reads.ts';
import type { Server } from '../catalogue/world.ts';

export interface PlanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch; what is asked after it is answered with a timeout. */
  readonly until?: number;
  /** Answers of this listing: two dialects that ask the same question ask it once. */
  readonly asked?: Map<string, Promise<PlannedReply>>;
}

/**
 * Carries out a dialect's plan: sends what it yields, everything of one step at once, and hands
 * back the replies.
 */
export async function runPlan<T>(
  ctx: Context,
  server: Server,
  plan: Plan<T>,
  options: PlanOptions = {},
): Promise<T> {
  let step = plan.next();
  while (step.done !== true) {
    const replies = await Promise.all(
      step.value.map((request) => ask(ctx, server, request, options)),
    );
    step = plan.next(replies);
  }
  return step.value;
}

function ask(
  ctx: Context,
  server: Server,
  request: PlannedRequest,
  options: PlanOptions,
): Promise<PlannedReply> {
  const { asked } = options;
  if (asked === undefined) return send(ctx, server, request, options);
  const key = JSON.stringify(request);
  const known = asked.get(key);
  if (known !== undefined) return known;
  const reply = send(ctx, server, request, options);
  asked.set(key, reply);
  return reply;
}

async function send(
  ctx: Context,
  server: Server,
  request: PlannedRequest,
  { signal, until }: PlanOptions,
): Promise<PlannedReply> {
  const left = until === undefined ? limits.requestMs : until - ctx.clock.now();
  if (left <= 0)
    return {
      ok: false,
      error: {
        reason: 'timeout',
        message: `The listing took longer than ${limits.listMs / 1_000} s.`,
      },
    };
  const answer = await call(ctx, server, request, {
    signal,
    timeoutMs: Math.min(left, limits.requestMs),
  });
  if (answer.ok) return answer;
  const { reason } = answer.error;
  return {
    ok: false,
    error: {
      reason,
      message: faultOf(answer.error).message,
      ...('code' in answer.error ? { code: answer.error.code } : {}),
    },
  };
}
