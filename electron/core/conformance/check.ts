import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import type { CheckExchange, CheckTranscript } from './transcript.ts';

/** One thing that breaks a rule. */
export interface RuleFault {
  /** What it is about: a URI, a path or a method. The server may have written it. */
  readonly subject: string;
  readonly said: string;
  /** The exchange that shows it, and the part of its answer where it stands. */
  readonly from?: CheckExchange | null | undefined;
  readonly part?: unknown;
  /** The skill whose file `subject` is, where its bytes are not what the entry says. */
  readonly skill?: string | undefined;
  /** What made it so, where that is certain. */
  readonly explanation?: MismatchExplanation | null;
  /** What mends it, where that is not what its check says. */
  readonly mend?: string;
}

/** What a check finds. */
export type CheckLook =
  | {
      readonly kind: 'looked';
      readonly faults: readonly RuleFault[];
      readonly from?: CheckExchange | null;
    }
  /** It says nothing of the server; `why` is the reason. */
  | { readonly kind: 'skipped'; readonly why: string }
  /** Worth knowing, and nothing to mend. */
  | { readonly kind: 'info'; readonly why: string; readonly from?: CheckExchange | null };

/** One rule. */
export interface ConformanceCheck {
  /** The official suite's, or `skillgate/…`. */
  readonly id: string;
  /** Heading of the specification. */
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  /** The rule, in a sentence. */
  readonly words: string;
  /** The smallest change that mends a server which breaks it. */
  readonly mend: string;
  look(seen: CheckTranscript): CheckLook;
}

export const looked = (faults: readonly RuleFault[], from?: CheckExchange | null): CheckLook => ({
  kind: 'looked',
  faults,
  ...(from === undefined ? {} : { from }),
});
export const skipped = (why: string): CheckLook => ({ kind: 'skipped', why });

/** Why an exchange gave no result, in words for people. */
export function failureOf(exchange: CheckExchange | null | undefined): string {
  if (exchange === null || exchange === undefined) return 'was not asked';
  const { reply } = exchange;
  if (reply.ok) return 'gave a result';
  const { error } = reply;
  return error.reason === 'error-response'
    ? `answered with error ${error.code}: ${error.message}`
    : `gave no answer: ${error.message}`;
}

/**
 * It was not sent any more, after a server broke the connection again and again, or was refused by one that
 * asks to be left alone: that says nothing of the method that it would have asked.
 */
export const isUnsent = (reply: CheckExchange['reply']): boolean =>
  !reply.ok && (reply.error.reason === 'unavailable' || reply.error.reason === 'not-now');

/** Why it was not sent, in words for people. */
export function whyUnsent({ reply }: CheckExchange): string {
  const error = reply.ok ? null : reply.error;
  return error?.reason === 'not-now' ||
    (error?.reason === 'unavailable' && error.silent !== undefined)
    ? `It was not looked at: ${error.message}`
    : 'It could not be asked: the server broke the connection too often before.';
}

/**
 * What mends an exchange that failed, where that is not what its check says: nobody who crashes, or does
 * not answer in time, is helped by a handler that is there already. Null of every other one.
 */
export function mendOf({ method, reply }: CheckExchange): string | null {
  if (reply.ok) return null;
  const { error } = reply;
  switch (error.reason) {
    case 'error-response':
      return error.code === methodNotFound
        ? null
        : `Look at what the handler of ${method} does for these parameters: it is there, and answers with an error.`;
    case 'closed':
    case 'broke':
    case 'unavailable':
      return `Find out why the server ended or broke the connection at ${method}: standard error says it, where the server does.`;
    case 'timeout':
    case 'out-of-time':
      return `Answer ${method} in time, with an error where there is nothing else to say.`;
    case 'too-large':
      return `Answer ${method} in pages, or with less.`;
    case 'bad-response':
      return `Answer ${method} with what its result is said to be.`;
    case 'cancelled':
    case 'not-now':
      return null;
  }
}
export const methodNotFound = -32_601;

/** The code of the error that was answered; null where there was none. */
export function codeOf({ reply }: CheckExchange): number | null {
  return !reply.ok && reply.error.reason === 'error-response' ? reply.error.code : null;
}
