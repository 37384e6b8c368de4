import { randomBytes } from 'node:crypto';
import { own } from '../../core/json.ts';
import { codes, failed, type RpcAnswer, type RpcId, type JsonObject } from '../policy/message.ts';
import { neededOfHost } from '../policy/methods.ts';
import type { HostClient, SendToHost } from './host-client.ts';
import type { SystemClock } from '../../engine/ports/machine.ts';

/** Most questions of a server's that wait for a host at once. */
const mostAsked = 256;

interface AskOptions {
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

/** Requests that wait for a host's input at once, and for how long (ms). */
const mostParked = 64;
const parkedMs = 10 * 60_000;

/** Requests whose host gathers input now: the newer era answers "input required" and asks again. */
export class ParkedCalls {
  readonly #clock: Pick<SystemClock, 'after'>;
  readonly #calls = new Map<
    string,
    { readonly call: HostCall; readonly cancelExpiry: () => void }
  >();

  constructor(clock: Pick<SystemClock, 'after'>) {
    this.#clock = clock;
  }

  /** What the host is answered: its questions, and the state that it comes back with. */
  park(call: HostCall): RpcAnswer {
    if (this.#calls.size >= mostParked) {
      call.abort.abort();
      return failed(codes.internal, 'Too many requests are waiting for input.');
    }
    const state = randomBytes(18).toString('base64url');
    call.host = null;
    const cancelExpiry = this.#clock.after(parkedMs, () => {
      if (this.#calls.delete(state)) call.abort.abort();
    });
    this.#calls.set(state, { call, cancelExpiry });
    const inputRequests = Object.fromEntries(
      [...call.questions].map(([key, { method, params }]) => [key, { method, params }]),
    );
    return { result: { resultType: 'input_required', inputRequests, requestState: state } };
  }

  /** The request that waits under this state, once; null where none does. */
  take(state: string): HostCall | null {
    const waiting = this.#calls.get(state);
    if (waiting === undefined) return null;
    this.#calls.delete(state);
    waiting.cancelExpiry();
    return waiting.call;
  }

  /** Nothing waits for a host that has gone. */
  close(): void {
    for (const { call, cancelExpiry } of this.#calls.values()) {
      cancelExpiry();
      call.abort.abort();
    }
    this.#calls.clear();
  }
}

/** One request of a host's that the server has not answered yet. */
export interface HostCall {
  /** The host's id of the leg that waits for it now; null while the host gathers input. */
  host: RpcId | null;
  readonly method: string;
  readonly params: JsonObject;
  readonly logs: boolean;
  readonly done: Promise<RpcAnswer>;
  readonly abort: AbortController;
  /** Questions of the server's that the host has to answer first, by the key it knows them by. */
  readonly questions: Map<
    string,
    { readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  >;
  /** Called when there is a question. */
  asked: () => void;
}
