import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import type { CheckExchange, CheckTranscript } from './transcript.ts';

/** One thing that breaks a rule. */
export interface RuleFault {
  /** A URI, a path or a method. The server may have written it. */
  readonly subject: string;
  readonly said: string;
  /** The exchange that shows it, and the part of its answer that is wrong. */
  readonly from?: CheckExchange | null | undefined;
  readonly part?: unknown;
  /** The skill that has the file `subject`, if its bytes differ from the entry. */
  readonly skill?: string | undefined;
  /** The cause, if it is certain. */
  readonly explanation?: MismatchExplanation | null;
  /** How to fix it, if the check's own advice doesn't apply. */
  readonly fix?: string;
}

/** The result of a check. */
export type CheckLook =
  | {
      readonly kind: 'looked';
      readonly faults: readonly RuleFault[];
      readonly from?: CheckExchange | null;
      /** The faults break no MUST, whatever the level of the check. */
      readonly isAdvice?: boolean;
    }
  /** It says nothing about the server; `why` is the reason. */
  | { readonly kind: 'skipped'; readonly why: string }
  /** Worth knowing, but nothing to fix. */
  | { readonly kind: 'info'; readonly why: string; readonly from?: CheckExchange | null };

/** One rule. */
export interface ConformanceCheck {
  /** The official suite's id, or `skillgate/…`. */
  readonly id: string;
  /** A heading of the specification. */
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  /** The rule, in a sentence. */
  readonly words: string;
  /** The smallest change that fixes a server that breaks the rule. */
  readonly fix: string;
  look(seen: CheckTranscript): CheckLook;
}

export const looked = (faults: readonly RuleFault[], from?: CheckExchange | null): CheckLook => ({
  kind: 'looked',
  faults,
  ...(from === undefined ? {} : { from }),
});
export const skipped = (why: string): CheckLook => ({ kind: 'skipped', why });

/** Says why an exchange has no result, for people. */
export function failureOf(exchange: CheckExchange | null | undefined): string {
  if (exchange === null || exchange === undefined) return 'was not sent';
  const { reply } = exchange;
  if (reply.ok) return 'gave a result';
  const { error } = reply;
  return error.reason === 'error-response'
    ? `answered with error ${error.code}: ${error.message}`
    : `gave no answer: ${error.message}`;
}

/**
 * True if the request was never sent, because the server kept breaking the connection or asked to
 * be left alone, or if the run was stopped before its answer. That says nothing about the method.
 */
export const isUnsent = (reply: CheckExchange['reply']): boolean =>
  !reply.ok && unsentReasons.has(reply.error.reason);
const unsentReasons: ReadonlySet<string> = new Set(['unavailable', 'not-now', 'cancelled']);

/** Says why the request was not sent, for people. */
export function whyUnsent({ reply }: CheckExchange): string {
  const error = reply.ok ? null : reply.error;
  if (error?.reason === 'cancelled') return 'Not checked: the run was stopped before the answer.';
  return error?.reason === 'not-now' ||
    (error?.reason === 'unavailable' && error.silent !== undefined)
    ? `Not checked: ${error.message}`
    : 'Not sent: the server had already broken the connection too many times.';
}

/**
 * How to fix a failed exchange if the check's own advice doesn't apply: "Register a handler"
 * doesn't help a server whose handler crashes or times out. Null otherwise.
 */
export function fixOf({ method, reply }: CheckExchange): string | null {
  if (reply.ok) return null;
  const { error } = reply;
  switch (error.reason) {
    case 'error-response':
      return error.code === methodNotFound
        ? null
        : `The handler for ${method} exists but returns ` +
            'an error for these parameters. Find out why.';
    case 'closed':
    case 'broke':
    case 'unavailable':
      return (
        `Find out why the server exited or closed the connection during ${method}. ` +
        'Its standard error may say why.'
      );
    case 'timeout':
    case 'out-of-time':
      return `Answer ${method} in time, with an error if you have no result.`;
    case 'too-large':
      return `Return the result of ${method} in pages, or make it smaller.`;
    case 'bad-response':
      return `Return a result for ${method} in the form that the specification defines.`;
    case 'cancelled':
    case 'not-now':
      return null;
  }
}
export const methodNotFound = -32_601;

/** The code of the error response; null if there was none. */
export function codeOf({ reply }: CheckExchange): number | null {
  return !reply.ok && reply.error.reason === 'error-response' ? reply.error.code : null;
}
