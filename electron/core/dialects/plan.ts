import type { FailureCause } from '../../../shared/connection-advice.ts';

/** A request to send, as plain data. */
export interface PlannedRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** A probe: a refusal is the desired result. */
  readonly refusable?: true;
  /** The server needn't know the method, so its answer is waited for only briefly. */
  readonly isBrief?: true;
  /** How many may run at once for this request, if not the usual number. */
  readonly width?: number;
}

/** Why a request returned nothing. */
export type RequestFailure =
  /** The server answered with a JSON-RPC error. */
  | {
      readonly reason: 'error-response';
      readonly code: number;
      readonly message: string;
      /** The last lines that its process wrote to standard error meanwhile, masked. */
      readonly stderr?: readonly string[];
    }
  | {
      readonly reason:
        | 'timeout'
        | 'cancelled'
        | 'too-large'
        | 'bad-response'
        /** The server asks for a pause (HTTP 429, 503). */
        | 'not-now'
        /** The connection broke meanwhile; the culprit is still unknown. */
        | 'closed'
        /** This request breaks the connection even when sent alone. */
        | 'broke'
        | 'unavailable'
        /** The whole plan ran out of time, so this wasn't sent. */
        | 'out-of-time';
      readonly message: string;
      /** Another request may be the one whose answer was broken. */
      readonly suspect?: true;
      /** The server didn't know the session any more: nothing was done. */
      readonly sessionLost?: true;
      /** The server wants a person to sign in. */
      readonly refused?: true;
      /**
       * Earlier requests of the same method in this run got no answer, so this wasn't sent; or
       * other methods got none, and this was waited for only briefly.
       */
      readonly silent?: 'unsent' | 'brief';
      /** The last lines that its process wrote to standard error meanwhile, masked. */
      readonly stderr?: readonly string[];
      /** What the connection knows about it: the refusal, or how it ended. */
      readonly cause?: FailureCause;
    };

/** The same with text for people, in which the server's own words are quoted. */
export type PlannedFailure = RequestFailure & { readonly words: string };

/** The result of a planned request: whatever JSON the server sent, or why there is none. */
export type PlannedReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: PlannedFailure };

/**
 * A conversation without I/O: yields requests that may all be sent at once and receives their
 * replies in the same order. The caller sends them and enforces limits.
 */
export type RequestPlan<T> = Generator<readonly PlannedRequest[], T, readonly PlannedReply[]>;

/** A plan without requests: its outcome is already known. */
export function* immediately<T>(value: T): RequestPlan<T> {
  yield* [];
  return value;
}

/** Sends one request. */
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
