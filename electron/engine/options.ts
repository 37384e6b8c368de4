import { quoted } from '../../shared/quote-text.ts';
import type { ErrorCode, RequestError } from '../../shared/contract.ts';
import { visible } from '../core/text.ts';
import type { RequestFailure } from '../core/dialects/plan.ts';

/** What differs between a window, a command and a test. */
export interface EngineOptions {
  /** Reconnect automatically after a break (a window does, a command doesn't). */
  readonly autoRetry: boolean;
  /**
   * Fingerprints of what a list for one run held when it was opened: its addresses where a person
   * named the list with `--config`, its commands only with `--allow-start`. What is added or
   * changed later asks, as everywhere.
   */
  readonly allowedByList: ReadonlySet<string>;
  readonly sessionConfig: string | null;
}

export const fault = (code: ErrorCode, message: string): RequestError => ({ code, message });

/**
 * A failed call as a person reads it; the server's own words have their invisible characters shown.
 */
export function faultOf(problem: RequestFailure): RequestError {
  switch (problem.reason) {
    case 'error-response':
      return fault(
        'server-error',
        `The server answered: ${quoted(visible(problem.message, 500))} (${problem.code})`,
      );
    case 'timeout':
    case 'out-of-time':
      return fault('timeout', problem.message);
    case 'cancelled':
      return fault('cancelled', problem.message);
    case 'unavailable':
    case 'closed':
      return fault('not-connected', problem.message);
    case 'broke':
    case 'too-large':
    case 'bad-response':
    case 'not-now':
      return fault('server-error', problem.message);
  }
}
