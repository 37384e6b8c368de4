import { isRecord, own } from '../../../core/json.ts';
import { record, type RpcId, type JsonObject } from '../../policy/message.ts';
import { HostSession, type HostSessionOptions } from '../../session/session.ts';
import { HttpExchange, type ExchangeOptions, type EventStream } from './exchange.ts';

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
      const error = { code: -32_600, message: 'A request with this ID is already in progress.' };
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
