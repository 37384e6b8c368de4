import type { ServerResponse } from 'node:http';
import { isRecord, own } from '../../../core/json.ts';
import { meta } from '../../policy/era.ts';
import { codes, record, type RpcId, type JsonObject } from '../../policy/message.ts';
import { headerMismatch } from './admission.ts';

const keepAliveMs = 15_000;
/** A host that does not read is let go at this many bytes. */
const mostUnread = 64 * 1024 * 1024;

/** An event stream to a host. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #alive: NodeJS.Timeout;

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    this.#alive = setInterval(() => response.write(': still here\n\n'), keepAliveMs).unref();
    response.once('close', () => clearInterval(this.#alive));
  }

  write(message: JsonObject): void {
    if (this.#response.writableLength > mostUnread) this.#response.destroy();
    else this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  end(): void {
    clearInterval(this.#alive);
    this.#response.end();
  }
}

export interface ExchangeOptions {
  readonly response: ServerResponse;
  /** The host's own id; the session may know the request by another one. */
  readonly id: RpcId;
  /** What the host calls its progress, where the session knows it by another name. */
  readonly progressToken: unknown;
  readonly takesStream: boolean;
  /** Errors have a status of their own in the newer revision. */
  readonly isModern: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request of a host's over HTTP: a document when nothing else is said, else a stream. */
export class HttpExchange {
  readonly #options: ExchangeOptions;
  #stream: EventStream | null = null;
  #done = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Something that belongs to the request, before its answer. */
  write(message: JsonObject): void {
    const { response, takesStream, headers } = this.#options;
    if (this.#done || !takesStream) return;
    this.#stream ??= new EventStream(response, headers);
    this.#stream.write(this.#named(message));
  }

  answer(message: JsonObject): void {
    if (this.#done) return;
    this.#done = true;
    const named = this.#named({ ...message, id: this.#options.id });
    if (this.#stream !== null) {
      this.#stream.write(named);
      this.#stream.end();
      return;
    }
    const { response, headers } = this.#options;
    response
      .writeHead(this.#status(message), { ...headers, 'content-type': 'application/json' })
      .end(JSON.stringify(named));
  }

  /** Nothing comes any more. */
  end(): void {
    if (this.#done) return;
    this.#done = true;
    if (this.#stream !== null) this.#stream.end();
    else this.#options.response.writeHead(202, this.#options.headers).end();
  }

  #status(message: JsonObject): number {
    if (!this.#options.isModern) return 200;
    switch (own(record(message, 'error'), 'code')) {
      case codes.methodNotFound:
        return 404;
      case codes.parse:
      case codes.invalidRequest:
      case headerMismatch:
      case -32_021:
      case -32_022:
        return 400;
      default:
        return 200;
    }
  }

  /** The host's own names for its request and its progress. */
  #named(message: JsonObject): JsonObject {
    const { id, progressToken } = this.#options;
    const field = isRecord(message['params']) ? 'params' : 'result';
    const body = message[field];
    if (!isRecord(body)) return message;
    let next = body;
    if (progressToken !== undefined && own(body, 'progressToken') !== undefined)
      next = { ...next, progressToken };
    const given = record(body, '_meta');
    if (own(given, meta.subscription) !== undefined)
      next = { ...next, _meta: { ...given, [meta.subscription]: id } };
    return next === body ? message : { ...message, [field]: next };
  }
}
