import type { FailureCause } from '../../../shared/connection-advice.ts';

/** A request to send, as plain data. */
export interface PlannedRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Asked to see whether it is refused: a refusal is what is hoped for. */
  readonly refusable?: true;
  /** How many may be under way at once while it is, where that is more than else. */
  readonly width?: number;
}

/** Why a request gave nothing. */
export type RequestFailure =
  /** The server answered with a JSON-RPC error. */
  | { readonly reason: 'error-response'; readonly code: number; readonly message: string }
  | {
      readonly reason:
        | 'timeout'
        | 'cancelled'
        | 'too-large'
        | 'bad-response'
        /** The server asks to be left alone for now (HTTP 429, 503). */
        | 'not-now'
        /** The connection broke meanwhile; nobody knows yet whose fault it was. */
        | 'closed'
        /** This one request breaks the connection, also alone. */
        | 'broke'
        | 'unavailable'
        /** The whole plan took longer than it may; this was not sent any more. */
        | 'out-of-time';
      readonly message: string;
      /** Only its answer is lost, through the fault of another one. */
      readonly lost?: true;
      /** The server wants a person to sign in. */
      readonly refused?: true;
      /**
       * Its method gave no answer to others of the same run, and it was not sent; or other methods gave
       * none, and it was waited for briefly.
       */
      readonly silent?: 'unsent' | 'brief';
      /** What the connection knows of it: the refusal, or how it ended. */
      readonly cause?: FailureCause;
    };

/** The same with what a person reads of it: the server's own words are quoted. */
export type PlannedFailure = RequestFailure & { readonly words: string };

/** What came of a planned request: whatever JSON the server sent, or why nothing did. */
export type PlannedReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: PlannedFailure };

/**
 * A conversation without input or output: yields requests, all of which may be sent at once,
 * and is given their replies in the same order. The caller sends and bounds.
 */
export type RequestPlan<T> = Generator<readonly PlannedRequest[], T, readonly PlannedReply[]>;

/** A plan that asks nothing: its outcome is known already. */
export function* immediately<T>(value: T): RequestPlan<T> {
  yield* [];
  return value;
}

/** Asks one question. */
export function* request(
  method: string,
  params: Readonly<Record<string, unknown>>,
): RequestPlan<PlannedReply> {
  const [reply] = yield [{ method, params }];
  if (reply === undefined) throw new Error('a plan got no reply');
  return reply;
}

export const readResource = (uri: string): RequestPlan<PlannedReply> =>
  request('resources/read', { uri });

/** A failure that the dialect finds in an answer. */
export const badAnswer = (message: string): Extract<PlannedReply, { ok: false }> => ({
  ok: false,
  error: { reason: 'bad-response', message, words: message },
});
