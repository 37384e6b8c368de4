import { own } from '../../core/json.ts';
import { codes, failed, type RpcAnswer, type RpcId, type JsonObject } from '../policy/message.ts';
import { neededOfHost } from '../policy/methods.ts';
import type { HostClient, SendToHost } from './host-client.ts';

/** Most questions of a server's that wait for a host at once. */
const mostAsked = 256;

export interface AskOptions {
  /** The host's own request for which the server asks, where that is known. */
  readonly related: RpcId | null;
  /** The server's id of the question, where it has one. */
  readonly upstream?: RpcId;
  readonly signal?: AbortSignal;
}

/** Questions of the server's to a host of the older era, under ids of the gateway's own. */
export class HostAsks {
  readonly #host: HostClient;
  readonly #send: SendToHost;
  readonly #waiting = new Map<
    RpcId,
    { readonly upstream: RpcId | undefined; readonly done: (answer: RpcAnswer) => void }
  >();
  #next = 1;

  constructor(host: HostClient, send: SendToHost) {
    this.#host = host;
    this.#send = send;
  }

  ask(
    method: string,
    params: JsonObject,
    { related, upstream, signal }: AskOptions,
  ): Promise<RpcAnswer> {
    const needed = neededOfHost(method);
    if (needed === null || own(this.#host.capabilities, needed) === undefined)
      return Promise.resolve(failed(codes.methodNotFound, 'Method not found'));
    if (this.#waiting.size >= mostAsked)
      return Promise.resolve(
        failed(codes.internal, 'Too many questions are waiting for the host.'),
      );
    const id = `gateway-${this.#next}`;
    this.#next += 1;
    return new Promise((done) => {
      this.#waiting.set(id, { upstream, done });
      signal?.addEventListener('abort', () => this.#drop(id, related), { once: true });
      this.#send({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  /** An answer to a question that nobody put is nobody's. */
  answered(id: RpcId, answer: RpcAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.done(answer);
  }

  /** The server has taken its question back. */
  unask(upstream: RpcId): void {
    for (const [id, waiting] of this.#waiting)
      if (waiting.upstream === upstream) this.#drop(id, null);
  }

  #drop(id: RpcId, related: RpcId | null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const params = { requestId: id, reason: 'The server no longer waits for it.' };
    this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, related);
    waiting.done(failed(codes.internal, 'Canceled.'));
  }
}
