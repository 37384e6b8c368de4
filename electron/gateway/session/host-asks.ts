import { own } from '../../core/json.ts';
import { codes, failed, type Answer, type Id, type Json } from '../policy/message.ts';
import { neededOfHost } from '../policy/methods.ts';
import type { Host, Send } from './host.ts';

/** Most questions of a server's that wait for a host at once. */
const mostAsked = 256;

/** Questions of the server's to a host of the older era, under ids of the gateway's own. */
export class HostAsks {
  readonly #host: Host;
  readonly #send: Send;
  readonly #waiting = new Map<Id, (answer: Answer) => void>();
  #next = 1;

  constructor(host: Host, send: Send) {
    this.#host = host;
    this.#send = send;
  }

  /** `related`: the host's own request for which the server asks, where that is known. */
  ask(method: string, params: Json, related: Id | null): Promise<Answer> {
    const needed = neededOfHost(method);
    if (needed === null || own(this.#host.capabilities, needed) === undefined)
      return Promise.resolve(failed(codes.methodNotFound, 'Method not found'));
    if (this.#waiting.size >= mostAsked)
      return Promise.resolve(failed(codes.internal, 'Too many questions wait for the host.'));
    const id = `gateway-${this.#next}`;
    this.#next += 1;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ jsonrpc: '2.0', id, method, params }, related);
    });
  }

  /** An answer to a question that nobody put is nobody's. */
  answered(id: Id, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.(answer);
  }
}
