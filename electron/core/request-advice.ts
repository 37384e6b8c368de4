import { adviceOn } from '../../shared/connection-advice.ts';
import type { NextActor } from '../../shared/model/plain.ts';
import type { RequestFailure } from './dialects/plan.ts';

/** Whose turn it is after a request that gave nothing, the next step, and what a process said last. */
export interface RequestAdvice {
  readonly turn: NextActor;
  readonly next: string;
  readonly stderr?: string[];
}

/** The same as for a connection that failed, where the request failed with one or like one. */
export function stepAfterRequest(failure: RequestFailure): RequestAdvice {
  if (failure.reason === 'error-response') return stepAfterError(failure.code);
  const { reason, cause } = failure;
  const lines = cause?.stderr === undefined ? [] : [...cause.stderr];
  const quoting = lines.length === 0 ? {} : { stderr: lines };
  if (cause?.reason === 'exited' && reason === 'broke')
    return { turn: 'author', next: `It ends at this request. ${lastLines(lines)}`, ...quoting };
  if (cause !== undefined) {
    const { turn, next } = adviceOn(cause);
    return { turn, next, ...quoting };
  }
  return steps[reason];
}

const lastLines = (lines: readonly string[]): string =>
  lines.length === 0
    ? 'It wrote nothing to standard error; what it does there is for its author to look at.'
    : 'The last lines it wrote to standard error often say why.';

/** JSON-RPC 2.0, section 5.1: the request or its method is not taken. */
const notTaken: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602]);

const stepAfterError = (code: number): RequestAdvice =>
  notTaken.has(code)
    ? { turn: 'author', next: 'It has to answer a request for what it declares or lists.' }
    : { turn: 'operator', next: 'The error is the server’s own: its log may say more. Try again.' };

const steps: Readonly<Record<Exclude<RequestFailure['reason'], 'error-response'>, RequestAdvice>> =
  {
    timeout: {
      turn: 'operator',
      next: 'Its log may say what it waits for. One that was only slow may answer when asked again.',
    },
    'out-of-time': {
      turn: 'author',
      next: 'It has to answer faster, or to list more on each page.',
    },
    'too-large': { turn: 'author', next: 'It has to send less in one answer.' },
    'bad-response': {
      turn: 'author',
      next: 'Its answer has to be what the protocol says. The protocol log has it as it came.',
    },
    'not-now': { turn: 'wait', next: 'Try again later.' },
    closed: { turn: 'wait', next: 'Try again.' },
    broke: { turn: 'author', next: 'It has to answer this request without ending the connection.' },
    unavailable: { turn: 'person', next: 'Connect to it again.' },
    cancelled: { turn: 'person', next: 'Ask again for what was cancelled.' },
  };
