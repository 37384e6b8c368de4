import { own } from '../../core/json.ts';
import { versions, rowOf } from '../policy/methods.ts';
import {
  codes,
  failed,
  incoming,
  type RpcAnswer,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
} from '../policy/message.ts';
import { HostRequests, type OpenUpstream, type OpenedServer } from './host-requests.ts';
import { openingOf, type HostClient, type SendToHost } from './host-client.ts';

/** Codes that the newer revision has for this. */
const unsupportedVersion = -32_022;
/** Answered when it ends. */
const staysOpen = 'subscriptions/listen';

export interface HostSessionOptions {
  readonly open: OpenUpstream;
  readonly send: SendToHost;
  /** Several hosts share this session; none may receive what belongs to another. */
  readonly isShared?: boolean;
}

/**
 * One host's session: takes its messages as they come over some wire, decides by the table who
 * answers, and correlates. The host controls every message; requests of one that is not in the
 * table are answered "method not found", and what is no message at all is refused.
 */
export class HostSession {
  readonly #options: HostSessionOptions;
  readonly #running = new Map<RpcId, AbortController>();
  readonly #underWay = new Set<Promise<void>>();
  #host: HostClient | null = null;
  #desk: Promise<HostRequests | string> | null = null;
  #closed = false;
  #ready: OpenedServer | null = null;
  #isHeld = false;

  constructor(options: HostSessionOptions) {
    this.#options = options;
  }

  /** Takes one JSON value of the host's. */
  receive(value: unknown): void {
    if (this.#closed) return;
    const message = incoming(value);
    switch (message.kind) {
      case 'request': {
        const work = this.#request(message).finally(() => this.#underWay.delete(work));
        if (message.method !== staysOpen) this.#underWay.add(work);
        return;
      }
      case 'notification':
        return this.#notification(message);
      case 'answer':
        void this.#desk?.then((desk) => {
          if (typeof desk !== 'string') desk.answered(message.id, message.answer);
        });
        return;
      case 'nonsense':
        this.#options.send(
          {
            jsonrpc: '2.0',
            id: message.id,
            error: { code: codes.invalidRequest, message: 'This isn’t a message of the protocol.' },
          },
          message.id,
        );
    }
  }

  /** Whether the host has stopped reading; then nothing more is read of the server. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#ready?.upstream.hold(isHeld);
  }

  /** Resolves once the server takes what waits for it; null where nothing waits. */
  drained(): Promise<void> | null {
    return this.#ready?.upstream.drained() ?? null;
  }

  /** Resolves when what was asked so far is answered, but for what stays open. */
  async answeredAll(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Ends everything that the host asked for, and the connection to the server. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.values()) running.abort();
    const desk = await this.#desk;
    if (desk !== null && typeof desk !== 'string') await desk.close();
  }

  async #request(request: RpcRequest): Promise<void> {
    const { id } = request;
    if (this.#running.has(id))
      return this.#answer(id, failed(codes.invalidRequest, 'A request with this id is under way.'));
    const running = new AbortController();
    this.#running.set(id, running);
    let answer: RpcAnswer | null;
    try {
      answer = await this.#answerTo(request, running.signal);
    } catch {
      // A fault of ours must not tell the host what it was about.
      answer = failed(codes.internal, 'Skillgate couldn’t answer this.');
    } finally {
      this.#running.delete(id);
    }
    // A canceled request gets no answer; neither does one that stays open, such as a subscription.
    if (answer !== null && !running.signal.aborted) this.#answer(id, answer);
  }

  #answer(id: RpcId, answer: RpcAnswer): void {
    if (!this.#closed) this.#options.send({ jsonrpc: '2.0', id, ...answer }, id);
  }

  async #answerTo(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer | null> {
    const opening = openingOf(request);
    if (opening.kind === 'unsupported')
      return failed(unsupportedVersion, 'Skillgate doesn’t speak this revision.', {
        supported: [...versions.modern, ...versions.legacy],
        requested: opening.requested,
      });
    if (opening.kind === 'incomplete') return failed(codes.invalidParams, opening.reason);
    const { era } = opening.host;
    if (request.method === 'ping' && era === 'legacy') return { result: {} };
    // A client that asked for the newer revision first may still open with the older handshake.
    if (this.#host === null || (this.#host.era !== era && request.method === 'initialize'))
      await this.#start(opening.host);
    const host = this.#host ?? opening.host;
    if (rowOf(request.method, host.era) === null)
      return failed(codes.methodNotFound, 'Method not found');
    const desk = await this.#desk;
    if (desk === null || typeof desk === 'string')
      return failed(codes.internal, desk ?? 'The session has ended.');
    return desk.answer(request, signal);
  }

  async #start(host: HostClient): Promise<void> {
    const before = this.#desk;
    this.#host = host;
    const { open, send, isShared = false } = this.#options;
    this.#desk = (async () => {
      const old = await before;
      if (old !== null && typeof old !== 'string') await old.close();
      const upstream = await open(host);
      if (!upstream.ok) {
        // The next request tries again.
        this.#host = null;
        return upstream.error;
      }
      this.#ready = upstream.value;
      if (this.#isHeld) upstream.value.upstream.hold(true);
      return new HostRequests(host, upstream.value, { send, isShared });
    })();
    await this.#desk;
  }

  #notification({ method, params }: RpcNotification): void {
    if (method === 'notifications/cancelled') {
      const id = own(params, 'requestId');
      if (typeof id === 'string' || typeof id === 'number') this.#running.get(id)?.abort();
      return;
    }
    void this.#desk?.then((desk) => {
      if (typeof desk !== 'string') desk.notified(method, params);
    });
  }
}
