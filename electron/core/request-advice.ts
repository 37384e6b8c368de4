import { adviceOn } from '../../shared/connection-advice.ts';
import type { NextActor } from '../../shared/model/plain.ts';
import type { RequestFailure } from './dialects/plan.ts';

/** Who has to act after a failed request, the next step, and what the process last wrote. */
export interface RequestAdvice {
  readonly turn: NextActor;
  readonly next: string;
  readonly stderr?: string[];
}

/** The same advice as for a failed connection if that caused the request's failure. */
export function stepAfterRequest(failure: RequestFailure): RequestAdvice {
  const lines = stderrOf(failure);
  const quoting = lines.length === 0 ? {} : { stderr: lines };
  if (failure.reason === 'error-response') return { ...stepAfterError(failure.code), ...quoting };
  const { reason, cause } = failure;
  if (cause?.reason === 'exited' && reason === 'broke')
    return { turn: 'author', next: `It exits on this request. ${lastLines(lines)}`, ...quoting };
  if (cause !== undefined) {
    const { turn, next } = adviceOn(cause);
    return { turn, next, ...quoting };
  }
  return { ...steps[reason], ...quoting };
}

/**
 * What its process wrote to standard error before a request failed; that of one that ended first.
 */
export function stderrOf(failure: RequestFailure): string[] {
  const ended = failure.reason === 'error-response' ? undefined : failure.cause?.stderr;
  return [...(ended !== undefined && ended.length > 0 ? ended : (failure.stderr ?? []))];
}

const lastLines = (lines: readonly string[]): string =>
  lines.length === 0
    ? 'It wrote nothing to standard error. Its author has to look into it.'
    : 'The last lines it wrote to standard error often say why.';

/** JSON-RPC 2.0, section 5.1: the request or its method isn't accepted. */
const notTaken: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602]);

const stepAfterError = (code: number): RequestAdvice =>
  notTaken.has(code)
    ? { turn: 'author', next: 'It must answer requests for anything it declares or lists.' }
    : {
        turn: 'operator',
        next: 'The server reported this error, and its log may say more. Try again.',
      };

const steps: Readonly<Record<Exclude<RequestFailure['reason'], 'error-response'>, RequestAdvice>> =
  {
    timeout: {
      turn: 'operator',
      next: 'Its log may say what it’s waiting for. If it was only slow, try again.',
    },
    'out-of-time': {
      turn: 'author',
      next: 'It must answer faster or list more on each page.',
    },
    'too-large': { turn: 'author', next: 'It must send less in one response.' },
    'bad-response': {
      turn: 'author',
      next: 'Its response must follow the protocol. The protocol log has the response as received.',
    },
    'not-now': { turn: 'wait', next: 'Try again later.' },
    closed: { turn: 'wait', next: 'Try again.' },
    broke: { turn: 'author', next: 'It must answer this request without ending the connection.' },
    unavailable: { turn: 'person', next: 'Reconnect to it.' },
    cancelled: { turn: 'person', next: 'Start it again if you still need it.' },
  };
