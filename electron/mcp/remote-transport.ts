import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, RequestId, TransportSendOptions } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { CallFailure } from '../usecases/ports/session.ts';
import { boundedFetch, tooLargeMessage, UnreachableError } from './bounded-fetch.ts';
import type { Bounds } from './bounds.ts';
import type { Message, Recorder } from './recorder.ts';
import { WatchedTransport } from './watched-transport.ts';
import { exactSize } from '../../shared/size-text.ts';

export interface RemoteOptions {
  readonly type: 'http' | 'sse';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly bounds: Bounds;
  readonly recorder: Recorder;
  readonly now: () => number;
  /** Masks secrets and control characters of a text that is going to be shown. */
  readonly shown: (text: string) => string;
}

/** What the last refused request was told. */
interface Refusal {
  readonly status: number;
  readonly method: string;
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
  refusal: Refusal | null = null;
  unreachable: string | null = null;

  constructor(options: RemoteOptions) {
    super(options.recorder, options.now);
    this.#options = options;
    const fetch = boundedFetch(options.bounds.responseBytes, {
      tooLarge: (id) => this.#tooLarge(id),
      refused: (status, method) => {
        this.refusal = { status, method };
      },
      unreachable: (reason) => {
        this.unreachable = reason;
      },
      listeningEnded: () => {
        if (options.type === 'sse') this.#giveUp('closed', 'The server ended the event stream.');
      },
    });
    const settings = { fetch, requestInit: { headers: { ...options.headers } } };
    this.#inner =
      options.type === 'http'
        ? new StreamableHTTPClientTransport(options.url, settings)
        : new SSEClientTransport(options.url, settings);
    this.#inner.onmessage = (message: JSONRPCMessage) => {
      this.deliver(message, JSON.stringify(message));
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.ended(this.#failure('closed', 'The connection was closed.'));
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

  start(): Promise<void> {
    return this.#inner.start();
  }

  async close(): Promise<void> {
    if (this.failure !== null) return;
    if (this.#inner instanceof StreamableHTTPClientTransport && this.sessionId !== undefined) {
      const patience = new Promise<void>((resolve) => {
        setTimeout(resolve, this.#options.bounds.closeMs).unref();
      });
      // Only a courtesy to the server: it may refuse or never answer.
      await Promise.race([this.#inner.terminateSession().catch(() => {}), patience]);
    }
    await this.#inner.close().catch(() => {});
    this.ended(this.#failure('closed', 'The connection was closed.'));
  }

  protected async transmit(
    message: Message,
    _raw: string,
    options: TransportSendOptions | undefined,
  ): Promise<void> {
    if (this.failure !== null) throw new Error(this.failure.message);
    const json = message as unknown as JSONRPCMessage;
    if (this.#inner instanceof SSEClientTransport) return this.#inner.send(json);
    const id = message['id'];
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      if (this.calls.has(id))
        this.calls.fail(id as RequestId, {
          reason: 'bad-response',
          message: 'The server ended the stream before it answered.',
        });
    };
    return this.#inner.send(json, { ...options, onRequestStreamEnd } as Parameters<
      StreamableHTTPClientTransport['send']
    >[1]);
  }

  protected override sendFailure(error: unknown): CallFailure {
    if (error instanceof UnreachableError) {
      this.#giveUp(
        'network',
        `The server can not be reached: ${this.#options.shown(error.message)}`,
      );
      return { reason: 'closed', message: 'The server can not be reached.' };
    }
    const status = statusOf(error);
    if (status === 404 && this.sessionId !== undefined) {
      this.#giveUp('closed', 'The server has ended the session.');
      return { reason: 'closed', message: 'The server has ended the session.' };
    }
    if (status !== null) return { reason: 'bad-response', message: httpMessage(status) };
    return {
      reason: 'bad-response',
      message: `The answer can not be used: ${this.#options.shown(error instanceof Error ? error.message : String(error))}`,
    };
  }

  #tooLarge(id: unknown): void {
    const message = tooLargeMessage(this.#options.bounds.responseBytes);
    if (this.#options.type === 'sse')
      return this.#giveUp(
        'too-large',
        `The server sent one message of more than ${exactSize(this.#options.bounds.responseBytes)}.`,
      );
    this.calls.fail(id as RequestId, { reason: 'too-large', message });
  }

  #giveUp(reason: ConnectionFailure['reason'], message: string): void {
    this.ended(this.#failure(reason, message));
    void this.#inner.close().catch(() => {});
  }

  #failure(reason: ConnectionFailure['reason'], message: string): ConnectionFailure {
    return { reason, message, stderr: [] };
  }

  /**
   * Why connecting failed, from what the requests saw; the SDK's own words when they saw nothing.
   */
  connectFailure(error: unknown): ConnectionFailure {
    const refusal = this.refusal;
    if (refusal !== null && (refusal.status === 401 || refusal.status === 403)) {
      return this.#failure(
        'unauthorized',
        `${httpMessage(refusal.status)} Add an Authorization header to this server's settings.`,
      );
    }
    if (this.unreachable !== null)
      return this.#failure(
        'network',
        `The server can not be reached: ${this.#options.shown(this.unreachable)}`,
      );
    if (
      refusal !== null &&
      this.#options.type === 'http' &&
      refusal.method === 'POST' &&
      (refusal.status === 404 || refusal.status === 405)
    ) {
      return this.#failure(
        'http',
        `${httpMessage(refusal.status)} Check the address, or try type "sse": this may be a server of the older HTTP+SSE transport.`,
      );
    }
    if (refusal !== null && refusal.status >= 300)
      return this.#failure('http', httpMessage(refusal.status));
    return this.#failure(
      'protocol',
      this.#options.shown(error instanceof Error ? error.message : String(error)),
    );
  }
}

function statusOf(error: unknown): number | null {
  const data = (error as { data?: { status?: unknown } } | null)?.data;
  return typeof data?.status === 'number' ? data.status : null;
}

function httpMessage(status: number): string {
  const words: Readonly<Record<number, string>> = {
    401: 'The server asks for authorization (HTTP 401).',
    403: 'The server refuses access (HTTP 403).',
    404: 'There is nothing at this address (HTTP 404).',
    405: 'The address does not take this kind of request (HTTP 405).',
    429: 'The server says that there are too many requests (HTTP 429).',
  };
  if (status >= 300 && status < 400)
    return `The server redirects to another place (HTTP ${status}), which is not followed.`;
  return words[status] ?? `The server answered with HTTP ${status}.`;
}
