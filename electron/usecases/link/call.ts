import type { CallFailure } from '../ports.ts';

/**
 * Why a call gave nothing. `broke` names the one call that breaks the connection when it runs
 * alone.
 */
export type CallProblem =
  CallFailure | { readonly reason: 'broke' | 'unavailable'; readonly message: string };

export interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
