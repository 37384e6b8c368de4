import {
  InsufficientScopeError,
  SdkError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type AuthProvider,
  type JSONRPCMessage,
  type RequestId,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { causeOf } from '../../shared/connection-advice.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { asksToWait } from '../network/retry-after.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { SignInOffer } from '../../shared/model/sign-in.ts';
import type { CallFailure } from '../engine/ports/session.ts';
import {
  boundedFetch,
  SessionLostError,
  sessionLostMessage,
  tooLargeMessage,
  UnreachableError,
  type FetchWatch,
} from './bounded-fetch.ts';
import { type ConnectionBounds, PipeBudget } from './pipe-budget.ts';
import { within } from './deadlines.ts';
import { isOfShape, UnusableAnswerError } from './http-answer.ts';
import type { WireMessage } from './recorder.ts';
import type { HttpRefusal, ConnectFailure } from './connect-failure.ts';
import {
  failureOf,
  lackingMessage,
  refusedFailure,
  signInMessage,
  statusOf,
  unreachedText,
  unusableText,
  whyNotConnected,
} from './remote-failure.ts';
import { maySucceedLater, reconnectionOptions, resuming } from './event-stream.ts';
import { AnswersUnderWay } from './pending-answers.ts';
import type { TokenSource } from './sign-in/tokens.ts';
import { UnaskedRows } from './unasked-messages.ts';
import {
  closedBy,
  WatchedTransport,
  type LateAnswer,
  type SessionEnd,
  type WatchedOptions,
} from './watched-transport.ts';
import { exactSize } from '../../shared/size-text.ts';

/** The event stream of an HTTP+SSE server says to send requests to another origin. */
export class EndpointError extends Error {
  constructor(origin: string) {
    super(
      `The server’s event stream names an endpoint at another origin (${origin}). ` +
        'Skillgate sends nothing there: it would receive what’s meant for this server.',
    );
  }
}

export interface RemoteOptions extends WatchedOptions {
  readonly type: 'http' | 'sse';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Who signs the requests; null where the headers do, or nobody. */
  readonly tokens: TokenSource | null;
  /** What the server says of signing in; null where it says nothing. */
  readonly offer: () => Promise<SignInOffer | null>;
  readonly bounds: ConnectionBounds;
  readonly network: OutboundNetwork;
  /** Masks secrets and control characters of a text that is going to be shown. */
  readonly shown: (text: string) => string;
}

/**
 * A server over HTTP: streamable HTTP, or the older HTTP with server-sent events. Requests,
 * redirects and sessions are the SDK's; every answer is bounded here. Over streamable HTTP
 * an answer that is too large fails its own call; over SSE all answers share one stream,
 * which then ends.
 */
export class RemoteTransport extends WatchedTransport {
  readonly #options: RemoteOptions;
  readonly #inner: StreamableHTTPClientTransport | SSEClientTransport;
  /** What the last refused request was told. */
  refusal: HttpRefusal | null = null;
  unreachable: ConnectFailure | null = null;
  /** What the last answer was that could not be used. */
  unusable: UnusableAnswerError | null = null;
  /** What the last request for a stream was told; null when it was not refused. */
  #listening: HttpRefusal | null = null;
  /** What the server says of signing in, asked for once. */
  #offered: Promise<SignInOffer | null> | null = null;
  /** What is said of an answer that was too long; null where none was. */
  tooLarge: string | null = null;
  readonly #answers = new AnswersUnderWay();
  readonly #unasked: PipeBudget;
  readonly #rows: UnaskedRows;
  #started: Promise<void> | null = null;

  constructor(options: RemoteOptions) {
    super(options);
    this.#options = options;
    this.#unasked = new PipeBudget(options.now, options.relays);
    this.#rows = new UnaskedRows(options.now, options.recorder);
    const watch: FetchWatch = {
      answering: (id, status, sofar) => this.#answers.begin(id, { status, sofar }),
      answered: (id, text) => this.#answers.end(id, text),
      taken: (id) => this.#answers.take(id),
      now: options.now,
      exchanged: (id, seen) => {
        const row = this.rowOf(id);
        const firstByteAt = seen.status === null ? null : options.now();
        if (row !== undefined) options.recorder.http(row, { ...seen, firstByteAt });
        if (seen.method === 'GET') this.#listening = null;
      },
      tooLarge: (id) => this.#tooLarge(id),
      refused: (refusal) => {
        this.refusal = refusal;
        if (refusal.method === 'GET') this.#listening = refusal;
      },
      unreachable: (reason) => {
        this.unreachable = reason;
      },
      isWanted: (id) => this.isWaiting(id),
      streaming: (id, status, sofar) => this.#answers.beginStream(id, { status, sofar }),
      streamClosed: (id) => this.#answers.closeStream(id),
      cutEvent: (id, text) => this.#answers.cutEvent(id, text),
      unusable: (error) => {
        this.unusable = error;
      },
      quirk: options.onQuirk,
      budget: this.#unasked,
      listeningEnded: () => {
        if (options.type === 'sse') this.#giveUp('closed', 'The server closed the event stream.');
      },
    };
    const { bounds, network } = options;
    const isHttp = options.type === 'http';
    const fetch = boundedFetch(bounds, watch, isHttp, network);
    const settings = {
      fetch,
      requestInit: { headers: { ...options.headers } },
      ...(options.tokens === null ? {} : { authProvider: this.#renewing(options.tokens) }),
      // A wider scope is a person's to give.
      onInsufficientScope: 'throw' as const,
    };
    this.#inner =
      options.type === 'http'
        ? new StreamableHTTPClientTransport(options.url, {
            ...settings,
            reconnectionOptions,
            reconnectionScheduler: resuming(
              () => this.#listening,
              (refusal) => this.#unheard(refusal),
            ),
          })
        : new SSEClientTransport(options.url, settings);
    this.#inner.onmessage = (message: JSONRPCMessage) => {
      this.deliver(message, JSON.stringify(message));
    };
    this.#inner.onerror = (error) => {
      const endpoint = this.#endpointError(error);
      // After the handshake, a second `endpoint` event.
      if (endpoint !== null && this.hello !== null) this.#giveUp('protocol', endpoint.message);
      this.onerror?.(error);
    };
    this.#inner.onclose = () => {
      options.tokens?.close();
      this.ended(failureOf('closed', 'The connection was closed.'));
    };
  }

  protected override get isBehind(): boolean {
    return this.#unasked.isBehind;
  }

  /**
   * The attacker is a server whose event stream never rests, so that the window stands still and
   * other servers wait.
   */
  protected override takeUnasked(chars: number): boolean {
    this.#unasked.spend('message', chars);
    return this.#rows.take();
  }

  /** Whoever asks next begins a new session with `initialize`. */
  #loseSession(): void {
    this.#end(failureOf('closed', sessionLostMessage), { sessionLost: true });
  }

  /** A dropped stream won't be reopened: its session ended, or the server refused. */
  #unheard(refusal: HttpRefusal): void {
    if (refusal.status === 404 && this.sessionId !== undefined) return this.#loseSession();
    this.recorder.text(
      'note',
      `Change notifications stopped: ${refusedFailure(this.#options, refusal).message}`,
    );
  }

  /** The same; a request that was refused and is sent again with a new token was no refusal. */
  #renewing(tokens: TokenSource): AuthProvider {
    return {
      token: () => tokens.token(),
      onUnauthorized: async (context) => {
        await tokens.onUnauthorized(context);
        this.refusal = null;
      },
    };
  }

  get tokens(): TokenSource | null {
    return this.#options.tokens;
  }

  get sessionId(): string | undefined {
    return this.#inner instanceof StreamableHTTPClientTransport ? this.#inner.sessionId : undefined;
  }

  override get hasPerRequestStream(): boolean {
    return this.#options.type === 'http';
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  /**
   * Opens it once: whoever looks first whether it opens hands it on to the SDK, which starts it
   * too.
   */
  start(): Promise<void> {
    this.#started ??= this.#inner.start().catch((error: unknown) => {
      throw this.#endpointError(error) ?? error;
    });
    return this.#started;
  }

  /**
   * The attacker is a server whose `endpoint` event names another origin, which would get every
   * request with its token. The SDK refuses it and ends the stream; here it gets its words.
   */
  #endpointError(error: unknown): EndpointError | null {
    const said = error instanceof Error ? /^Endpoint origin .*: (.*)$/s.exec(error.message) : null;
    return said === null ? null : new EndpointError(this.#options.shown(said[1] ?? ''));
  }

  async close(): Promise<void> {
    if (this.failure !== null) return;
    if (this.#inner instanceof StreamableHTTPClientTransport && this.sessionId !== undefined) {
      // Only a courtesy to the server: it may refuse or never answer.
      await within(
        this.#options.bounds.closeMs,
        this.#inner.terminateSession().catch(() => {}),
      );
    }
    await this.#inner.close().catch(() => {});
    this.ended(failureOf('closed', 'The connection was closed.'));
  }

  protected async transmit(
    message: WireMessage,
    _raw: string,
    options: TransportSendOptions | undefined,
  ): Promise<void> {
    if (this.failure !== null) throw new Error(this.failure.message);
    const json = message as unknown as JSONRPCMessage;
    if (this.#inner instanceof SSEClientTransport) return this.#inner.send(json);
    const id = message['id'];
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      if (this.isWaiting(id)) this.failRequest(id as RequestId, this.#streamEnd(id));
    };
    this.unusable = null;
    try {
      await this.#inner.send(json, { ...options, onRequestStreamEnd } as Parameters<
        StreamableHTTPClientTransport['send']
      >[1]);
    } catch (error) {
      throw this.#ofAnswer(error, id);
    } finally {
      this.#answers.forget(id);
    }
  }

  /** Why the stream that was to answer a request ended without an answer. */
  #streamEnd(id: unknown): CallFailure {
    const cut = this.#answers.takeCut(id);
    if (cut === undefined)
      return {
        reason: 'bad-response',
        message: 'The server closed the stream before it answered.',
      };
    const error = new UnusableAnswerError('cut-event', cut);
    this.unusable = error;
    this.recorder.text('received', error.head);
    return this.#unusableCall(error);
  }

  #unusableCall(error: UnusableAnswerError): CallFailure {
    return {
      reason: 'bad-response',
      message: unusableText(this.#options, error),
      cause: { reason: error.faultyAs },
    };
  }

  /** Why sending failed; of an answer that cannot be used, in our own words, with what came. */
  #ofAnswer(error: unknown, id: unknown): unknown {
    const unusable = isOfShape(error)
      ? new UnusableAnswerError('not-json-rpc', this.#answers.textOf(id))
      : error;
    if (!(unusable instanceof UnusableAnswerError)) return error;
    this.unusable = unusable;
    if (unusable.head !== '') this.recorder.text('received', unusable.head);
    return unusable;
  }

  protected override begun(id: RequestId): 'body' | 'event' | null {
    return this.#answers.begun(id);
  }

  override late(id: unknown, ms: number): LateAnswer {
    return this.#answers.late(id, ms, this.#options.shown);
  }

  /**
   * Ends the session with what the server says of signing in, as at connecting: it let somebody in
   * and refuses what is asked then, or a token has ended meanwhile.
   */
  async #askToSignIn(): Promise<CallFailure> {
    const { offer, tokens } = this.#options;
    this.#offered ??= offer().catch(() => null);
    const signIn = await this.#offered;
    const { refusal } = this;
    // Nobody says where to sign in: then a header is what it expects.
    const failure =
      signIn === null && refusal?.status === 401 && tokens?.isSignedIn !== true
        ? refusedFailure(this.#options, refusal)
        : {
            ...failureOf('unauthorized', signInMessage(tokens)),
            ...(signIn === null ? {} : { signIn }),
          };
    this.#end(failure);
    return closedBy(failure);
  }

  protected override sendFailure(error: unknown): CallFailure | Promise<CallFailure> {
    if (error instanceof UnreachableError) {
      const { reason } = error.unreached;
      const message = unreachedText(this.#options, error.unreached);
      this.#giveUp(reason, message);
      return { reason: 'closed', message, cause: { reason } };
    }
    if (error instanceof UnusableAnswerError) return this.#unusableCall(error);
    if (error instanceof SessionLostError) {
      this.#loseSession();
      return { reason: 'closed', message: sessionLostMessage, sessionLost: true };
    }
    const status = statusOf(error);
    if (error instanceof InsufficientScopeError) {
      void this.#options.tokens?.lacks(error.requiredScope);
      return { reason: 'bad-response', message: lackingMessage, cause: { reason: 'unauthorized' } };
    }
    const { tokens } = this.#options;
    const isUnrenewed = this.refusal?.status === 401 && tokens !== null && tokens.trouble !== null;
    if (error instanceof UnauthorizedError || isUnrenewed || (status === 401 && tokens !== null))
      return this.#askToSignIn();
    const { refusal } = this;
    if (status !== null && status !== refusal?.status)
      return this.#refusedCall({ status, method: 'POST' });
    if (refusal !== null && (status !== null || isPageError(error, refusal)))
      return this.#refusedCall(refusal);
    if (refusal !== null && isRefusedMessage(error, refusal)) return this.#refusedCall(refusal);
    return {
      reason: 'bad-response',
      message:
        'The answer can’t be used: ' +
        `${this.#options.shown(error instanceof Error ? error.message : String(error))}`,
    };
  }

  #tooLarge(id: unknown): void {
    const { responseBytes } = this.#options.bounds;
    const message = tooLargeMessage(responseBytes);
    this.tooLarge = `The server sent a message larger than ${exactSize(responseBytes)}.`;
    if (this.#options.type === 'sse') return this.#giveUp('too-large', this.tooLarge);
    this.calls.fail(id as RequestId, { reason: 'too-large', message });
  }

  #refusedCall(refusal: HttpRefusal): CallFailure {
    const failure = refusedFailure(this.#options, refusal);
    if (asksToWait(refusal))
      return { reason: 'not-now', message: failure.message, cause: causeOf(failure) };
    return {
      reason: 'bad-response',
      message: failure.message,
      cause: causeOf(failure),
      ...(maySucceedLater(refusal) ? {} : { lasting: true }),
    };
  }

  #giveUp(reason: ConnectionFailure['reason'], message: string): void {
    this.#end(failureOf(reason, message));
  }

  #end(failure: ConnectionFailure, how: SessionEnd = {}): void {
    this.ended(failure, how);
    void this.#inner.close().catch(() => {});
  }

  /** Why connecting failed, from what the requests saw. */
  connectFailure(error: unknown): ConnectionFailure {
    return whyNotConnected(this.#options, this, error);
  }
}

/** What came was a page where JSON was to come. */
const isPageError = (error: unknown, { status, page }: HttpRefusal): boolean =>
  status < 300 && page !== undefined && error instanceof SdkError;

/** The SDK's words for a message that the older transport's endpoint refused. */
const isRefusedMessage = (error: unknown, { status, method }: HttpRefusal): boolean =>
  method === 'POST' &&
  error instanceof Error &&
  error.message.startsWith(`Error POSTing to endpoint (HTTP ${status})`);
