import type { ServerResponse, IncomingHttpHeaders } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isRecord, own } from '../../../core/json.ts';
import { record, type RpcId, type JsonObject, codes, text } from '../../policy/message.ts';
import { HostSession, type HostSessionOptions } from '../../session/session.ts';
import { meta } from '../../policy/methods.ts';

type Asked = Omit<ExchangeOptions, 'id' | 'progressToken' | 'isModern'>;

/**
 * One host session over many requests of HTTP. Hosts of the newer revision have no session: those
 * that say the same of themselves share one, and since each numbers its requests from one, every
 * request gets a number of its own here.
 */
export class HttpSession {
  readonly isModern: boolean;
  /** When a request last came (ms since the epoch). */
  usedAt: number;
  readonly #session: HostSession;
  readonly #exchanges = new Map<RpcId, HttpExchange>();
  #stream: EventStream | null = null;
  #next = 1;

  constructor(open: HostSessionOptions['open'], isModern: boolean, now: number) {
    this.isModern = isModern;
    this.usedAt = now;
    this.#session = new HostSession({
      open,
      isShared: isModern,
      send: (message, related) => this.#send(message, related),
    });
  }

  get isIdle(): boolean {
    return this.#exchanges.size === 0 && this.#stream === null;
  }

  /** Takes a request; its answer ends the response. */
  request(message: JsonObject, id: RpcId, asked: Asked): void {
    const { response } = asked;
    const known = this.isModern ? `request-${this.#next}` : id;
    this.#next += 1;
    const params = record(message, 'params');
    const token = own(record(params, '_meta'), 'progressToken');
    const isModern = this.isModern;
    const exchange = new HttpExchange({ ...asked, id, progressToken: token, isModern });
    if (this.#exchanges.has(known)) {
      const error = { code: -32_600, message: 'A request with this id is under way.' };
      return exchange.answer({ jsonrpc: '2.0', error });
    }
    this.#exchanges.set(known, exchange);
    response.once('close', () => {
      const isOpen = this.#exchanges.get(known) === exchange;
      // Only in the newer revision does going away mean that the answer is not wanted.
      if (!isOpen || !isModern) return;
      this.#exchanges.delete(known);
      const cancelled = { requestId: known };
      this.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
    });
    if (!isModern) return this.#session.receive(message);
    const renamed =
      token === undefined
        ? params
        : { ...params, _meta: { ...record(params, '_meta'), progressToken: known } };
    this.#session.receive({ ...message, id: known, params: renamed });
  }

  /** Takes a notification, or an answer of the host's. */
  tell(message: unknown): void {
    this.#session.receive(message);
  }

  /** Takes the stream on which a host of the older era hears what belongs to no request. */
  listen(stream: EventStream): () => void {
    this.#stream?.end();
    this.#stream = stream;
    return () => {
      if (this.#stream === stream) this.#stream = null;
    };
  }

  async close(): Promise<void> {
    await this.#session.close();
    for (const exchange of this.#exchanges.values()) exchange.end();
    this.#exchanges.clear();
    this.#stream?.end();
  }

  #send(message: JsonObject, related: RpcId | null): void {
    const exchange = related === null ? undefined : this.#exchanges.get(related);
    const isAnswer = message['method'] === undefined && isRecord(message);
    if (isAnswer) {
      if (related !== null) this.#exchanges.delete(related);
      return exchange?.answer(message);
    }
    if (exchange !== undefined) return exchange.write(message);
    if (this.#stream !== null) return this.#stream.write(message);
    // A question must reach the host somehow; a notice that nobody listens for is lost.
    if (message['id'] !== undefined) [...this.#exchanges.values()].at(-1)?.write(message);
  }
}

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

interface ExchangeOptions {
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
class HttpExchange {
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

/** Who has the other end of a connection, as far as the system says. */
export type ConnectionOwner = 'ours' | 'another' | 'unknown';

/**
 * Who may speak to the port. The attackers are pages in this person's browser (a name of theirs
 * may lead to 127.0.0.1) and other users of this machine: a page always says where it is from, and
 * another user may hold a key that a host showed to a port of theirs, but can't be this user. Null
 * lets it in; otherwise why not, for the log.
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  port: number,
  keys: readonly string[],
  owner: ConnectionOwner,
): 'host' | 'origin' | 'user' | 'key' | null {
  const here = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  if (!here.has(headers.host ?? '')) return 'host';
  const { origin } = headers;
  if (origin !== undefined && !(origin.startsWith('http://') && here.has(origin.slice(7))))
    return 'origin';
  if (owner === 'another') return 'user';
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const digest = digestOf(given);
  return keys.some((key) => timingSafeEqual(digest, digestOf(key))) ? null : 'key';
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Where a method's `Mcp-Name` comes from. */
const nameParams: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export const headerMismatch = -32_020;

/**
 * Compares the headers of a request of the newer revision with its body: a proxy in front of a
 * server decides by the headers, which must not tell it something else than the server reads. Null
 * when they agree.
 */
export function headersDisagree(headers: IncomingHttpHeaders, message: JsonObject): string | null {
  const claimed = text(record(record(message, 'params'), '_meta'), meta.version);
  const version = headers['mcp-protocol-version'];
  if (version !== claimed) return 'MCP-Protocol-Version doesn’t match the body.';
  const method = text(message, 'method');
  if (own(message, 'id') === undefined) return null;
  if (headers['mcp-method'] !== method) return 'Mcp-Method is not the method of the body.';
  const field =
    method !== null && Object.hasOwn(nameParams, method) ? nameParams[method] : undefined;
  if (field === undefined) return null;
  const name = text(record(message, 'params'), field);
  return name === null || decoded(headers['mcp-name']) === name
    ? null
    : `Mcp-Name is not params.${field} of the body.`;
}

/** `=?base64?…?=` stands for what a header cannot hold. */
function decoded(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const value = header.trim();
  const wrapped = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return wrapped === undefined ? value : Buffer.from(wrapped, 'base64').toString('utf8');
}

/** The message claims to be of the newer revision: each of its requests says so itself. */
export const claimsModern = (message: unknown): message is JsonObject =>
  isRecord(message) && own(record(record(message, 'params'), '_meta'), meta.version) !== undefined;
