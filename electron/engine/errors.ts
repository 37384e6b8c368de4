import { quoted } from '../../shared/quote-text.ts';
import type { ErrorCode, RequestError } from '../../shared/contract.ts';
import { visible } from '../core/text.ts';
import type { RequestFailure } from '../core/dialects/plan.ts';

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
