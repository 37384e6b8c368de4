import type { RequestFailure } from '../../core/dialects/plan.ts';

/**
 * Why a call gave nothing. `broke` names the one call that breaks the connection when it runs
 * alone.
 */
export type CallProblem = RequestFailure;

export interface ServerRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
