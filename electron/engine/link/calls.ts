import { limits } from '../../core/limits.ts';
import { causeOf, type FailureCause } from '../../../shared/connection-advice.ts';
import type { ConnectionState } from '../../../shared/model/server.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { CallOptions, ServerSession } from '../ports/session.ts';
import type { RequestFailure } from '../../core/dialects/plan.ts';
import { createRequestQueue } from './request-queue.ts';

export interface ServerRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What calls need of the connection that they go over. */
export interface CallsParts {
  readonly session: () => ServerSession | null;
  /** Brings a session where there is none. */
  readonly connect: () => Promise<boolean>;
  /** Ends the session; whoever asks next gets a fresh one. */
  readonly drop: () => Promise<void>;
  readonly connection: () => ConnectionState;
}

/** How often one request is sent again because its session was lost: the server decides that. */
const mostSessionsLost = 1;

/** The calls over one connection, and whose fault it is when it breaks. */
export class ServerCalls {
  private readonly parts: CallsParts;
  private readonly queue = createRequestQueue(limits.serverRequests);
  /** Consecutive calls that broke the connection while alone. */
  private breaks = 0;
  /** Where an answer was broken, and whose it was can't be told. */
  private unclear: ServerSession | null = null;

  constructor(parts: CallsParts) {
    this.parts = parts;
  }

  /** Whoever broke the connection before may try again. */
  renew(): void {
    this.breaks = 0;
  }

  /**
   * One request, at most `limits.serverRequests` at once.
   *
   * The attacker is a server that answers one file so that the connection breaks (an over-long
   * frame, a crash), stands still (a line that never ends) or can't be read (a broken line with the
   * ids of others) in order to make every other file fail with it. Calls that were in flight
   * together when that happened are suspects: each is sent again alone, once, and only one that
   * fails alone, too, is blamed.
   */
  async call(
    request: ServerRequest,
    options: CallOptions,
    lost = 0,
  ): Promise<Result<unknown, RequestFailure>> {
    const { queue } = this;
    let together = false;
    const { width } = options;
    const first = await queue.run(
      async () => {
        const { started } = queue;
        together = queue.active > 1;
        const answer = await this.send(request, options);
        together ||= queue.started > started;
        return answer;
      },
      { width },
    );
    if (!first.ok && first.error.reason === 'closed' && first.error.refused === true)
      return err({ ...causeIn(first.error), reason: 'unavailable', message: first.error.message });
    if (!first.ok && first.error.reason === 'closed' && first.error.sessionLost === true) {
      if (lost < mostSessionsLost) return this.call(request, options, lost + 1);
      this.breaks += 1;
      // No request is at fault, so none is blamed.
      return err({ ...causeIn(first.error), reason: 'unavailable', message: sessionLostAgain });
    }
    return isSuspect(first, together)
      ? queue.run(() => this.alone(request, options, first), { alone: true })
      : first;
  }

  private async send(
    { method, params }: ServerRequest,
    options: CallOptions,
    isAgain = false,
  ): Promise<Result<unknown, RequestFailure>> {
    const cancelled = options.signal?.aborted === true;
    if (cancelled) return err({ reason: 'cancelled', message: 'Canceled before it was sent.' });
    if (this.breaks >= limits.breaksInARow)
      return err({
        reason: 'unavailable',
        message:
          `The server closed the connection or didn’t answer ${this.breaks} times in a row. ` +
          'Reconnect to continue.',
      });
    // A server may accept every connection and refuse what follows: each request would connect
    // again.
    if (this.parts.session() === null && !asksToSignIn(this.parts.connection()))
      await this.parts.connect();
    const session = this.parts.session();
    if (session === null)
      return err({ reason: 'unavailable', ...whyClosed(this.parts.connection()) });
    const waiting = options.patience?.begin(method, isAgain);
    if (waiting === null) return err(notSent(method));
    const answer = await session.call(method, params, {
      ...options,
      ...(waiting && { timeoutMs: Math.min(waiting.timeoutMs, options.timeoutMs ?? Infinity) }),
    });
    waiting?.over(answer);
    if (isMixedUp(answer)) this.unclear = session;
    if (waiting?.isBrief === true && !answer.ok && answer.error.reason === 'timeout')
      return err(notWaitedFor(method, waiting.timeoutMs));
    // An answer, even an error, shows that the server lives.
    if (answer.ok || answer.error.reason === 'error-response') this.breaks = 0;
    return answer;
  }

  private async alone(
    request: ServerRequest,
    options: CallOptions,
    first: Result<unknown, RequestFailure>,
  ): Promise<Result<unknown, RequestFailure>> {
    // What the others left behind on that connection could spoil this answer as well.
    if (this.unclear !== null && this.unclear === this.parts.session()) await this.parts.drop();
    this.unclear = null;
    const again = await this.send(request, options, true);
    if (again.ok) return again;
    if (again.error.reason === 'unavailable' && again.error.silent === 'unsent') return first;
    // Half of its answer may be on the wire, where it would spoil the next one, an innocent one.
    if (again.error.reason === 'timeout') {
      this.breaks += 1;
      await this.parts.drop();
      // It was waited for longer then.
      if (!first.ok && first.error.reason === 'timeout') return first;
    }
    if (again.error.reason !== 'closed') return again;
    this.breaks += 1;
    return err({
      ...causeIn(again.error),
      reason: 'broke',
      message: `This request makes the server close the connection: ${again.error.message}`,
    });
  }
}

/** An answer that may have been another one's. */
const isMixedUp = (answer: Result<unknown, RequestFailure>): boolean =>
  !answer.ok && answer.error.reason === 'bad-response' && answer.error.suspect === true;

const isSuspect = (answer: Result<unknown, RequestFailure>, together: boolean): boolean =>
  !answer.ok &&
  (answer.error.reason === 'closed' ||
    (together && (answer.error.reason === 'timeout' || isMixedUp(answer))));

const sessionLostAgain =
  'The server ended the session, and a new one as well. ' +
  'It may run in several copies that don’t share their sessions.';

const notSent = (method: string): RequestFailure => ({
  reason: 'unavailable',
  message: `${method} had no answer before, so it wasn’t sent again.`,
  silent: 'unsent',
});

const notWaitedFor = (method: string, ms: number): RequestFailure => ({
  reason: 'unavailable',
  message:
    `${method} didn’t answer within ${ms / 1_000} s, ` +
    'a short wait because earlier requests weren’t answered.',
  silent: 'brief',
});

const asksToSignIn = (connection: ConnectionState): boolean =>
  connection.status === 'failed' && connection.failure.signIn !== undefined;

const causeIn = ({ cause }: { readonly cause?: FailureCause }): { readonly cause?: FailureCause } =>
  cause === undefined ? {} : { cause };

function whyClosed(connection: ConnectionState): {
  readonly message: string;
  readonly cause?: FailureCause;
} {
  if (connection.status !== 'failed') return { message: whyNot(connection.status) };
  const { failure } = connection;
  return { message: failure.message, cause: causeOf(failure) };
}

function whyNot(status: Exclude<ConnectionState['status'], 'failed'>): string {
  switch (status) {
    case 'disabled':
      return 'The server is turned off.';
    case 'needs-consent':
      return 'The command needs permission to start.';
    case 'uncontacted':
      return 'Skillgate hasn’t been asked to connect to this address yet.';
    case 'connecting':
    case 'ready':
      return 'The server isn’t connected.';
  }
}
