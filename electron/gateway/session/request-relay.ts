import { randomBytes } from 'node:crypto';
import { err, type Result } from '../../../shared/result.ts';
import { isRecord, own } from '../../core/json.ts';
import { withholding } from '../policy/contents.ts';
import { meta, mayNeedInput, neededOfHost } from '../policy/methods.ts';
import {
  codes,
  failed,
  record,
  text,
  type RpcAnswer,
  type RpcId,
  type JsonObject,
  type RpcRequest,
} from '../policy/message.ts';
import {
  errorWithout,
  inEraOf,
  messageWithout,
  toldOf,
  withoutWithheldIn,
} from '../policy/relayed-lists.ts';
import type {
  CallFailure,
  FromServer,
  RawAnswer,
  SessionRelay,
} from '../../engine/ports/session.ts';
import { type HostCall, HostAsks, ParkedCalls } from './host-asks.ts';
import type { HostClient, RelayingParts } from './host-client.ts';
import { LogLevel } from './log-level.ts';

/** Rounds of questions before one answer. */
const mostRounds = 16;

/**
 * Passes requests on and answers back, between any two eras. The older one asks the host in
 * between; the newer one answers "input required" and is asked again. Levels of the log are a
 * request there and a field of every request here.
 */
export class RequestRelay {
  readonly #parts: RelayingParts;
  readonly #asks: HostAsks;
  readonly #calls = new Set<HostCall>();
  readonly #parked: ParkedCalls;
  readonly #level: LogLevel;

  constructor(parts: RelayingParts) {
    this.#parts = parts;
    this.#asks = new HostAsks(parts.host, parts.send);
    this.#level = new LogLevel(parts);
    this.#parked = new ParkedCalls(parts.upstream.parts.clock);
  }

  /** Nothing waits for a host that has gone. */
  close(): void {
    for (const call of this.#calls) call.abort.abort();
    this.#parked.close();
  }

  answered(id: RpcId, answer: RpcAnswer): void {
    this.#asks.answered(id, answer);
  }

  async relay(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer> {
    const state = text(request.params, 'requestState');
    const parked = state === null ? null : this.#parked.take(state);
    if (parked !== null) return this.#resumed(parked, request, signal);
    const relay = await this.#parts.upstream.relay();
    if (relay === null) {
      const why = await this.#parts.upstream.connect();
      return failed(codes.internal, why ?? 'The server isn’t connected.');
    }
    return this.#wait(this.#start(request, relay), request.id, signal);
  }

  /** `logging/setLevel` of the older era. */
  setLevel(params: JsonObject): Promise<RpcAnswer> {
    return this.#level.set(params);
  }

  /** Another session: the server has to hear again what the last one was told. */
  renew(): void {
    this.#level.renew();
  }

  #start({ id, method, params }: RpcRequest, relay: SessionRelay): HostCall {
    const wanted = text(record(params, '_meta'), meta.logLevel);
    const abort = new AbortController();
    const call: HostCall = {
      host: id,
      method,
      params,
      logs: this.#parts.host.era === 'legacy' || wanted !== null,
      abort,
      questions: new Map(),
      asked: () => {},
      done: this.#answerOf(
        method,
        this.#level.in(relay, toldOf(method, params), wanted),
        relay,
        abort.signal,
        () => call,
      )
        .catch(() => failed(codes.internal, 'Skillgate couldn’t pass this on.'))
        .finally(() => this.#calls.delete(call)),
    };
    this.#calls.add(call);
    return call;
  }

  /** The server's answer, gone through; a host of the older era gives input in between. */
  async #answerOf(
    method: string,
    params: JsonObject,
    relay: SessionRelay,
    signal: AbortSignal,
    call: () => HostCall,
  ): Promise<RpcAnswer> {
    const { host, sieve } = this.#parts;
    let asking = params;
    for (let round = 0; round < mostRounds; round += 1) {
      const answer = await this.#request(method, asking, { relay, signal, isFirst: round === 0 });
      if (!answer.ok) return failed(codes.internal, answer.error.message);
      if ('error' in answer.value)
        return { error: errorWithout(answer.value.error, sieve(`an error of ${method}`)) };
      const { result } = answer.value;
      const kept = withoutWithheldIn(method, params, result, sieve(method));
      if (own(result, 'resultType') !== 'input_required')
        return { result: inEraOf(host.era, method, kept) };
      if (!mayNeedInput.has(method))
        return failed(codes.internal, 'The server asks for input where none is allowed.');
      if (host.era === 'modern')
        return mayAsk(host, call().params, record(kept, 'inputRequests'))
          ? { result: kept }
          : failed(codes.internal, 'The server asks for something the host didn’t offer.');
      const given = await this.#inputFor(record(kept, 'inputRequests'), call());
      if ('error' in given) return given;
      const state = own(kept, 'requestState');
      asking = {
        ...params,
        inputResponses: given.result,
        ...(typeof state === 'string' ? { requestState: state } : {}),
      };
    }
    return failed(codes.internal, 'The server keeps asking for input.');
  }

  /**
   * One request. Where the server lost the session, a new one is begun, and what changes nothing is
   * sent once more; a tool may have run, whatever the server says.
   */
  async #request(
    method: string,
    params: JsonObject,
    { relay, signal, isFirst }: RelayedRound,
  ): Promise<Result<RawAnswer, CallFailure>> {
    const answer = await relay.request(method, params, signal);
    if (answer.ok || answer.error.reason !== 'closed' || answer.error.sessionLost !== true)
      return answer;
    const next = await this.#parts.upstream.relay();
    if (next === null) return answer;
    if (isFirst && method !== 'tools/call') return next.request(method, params, signal);
    return err({
      ...answer.error,
      message:
        `The server ended the session, so ${method} wasn’t sent again. ` +
        'A new session is open: try again.',
    });
  }

  /** Asks a host of the older era everything that a server of the newer one wants to know. */
  async #inputFor(requests: JsonObject, call: HostCall): Promise<RpcAnswer> {
    const given: Record<string, unknown> = {};
    for (const [key, request] of Object.entries(requests)) {
      const method = isRecord(request) ? text(request, 'method') : null;
      if (method === null) return failed(codes.internal, 'The server asks for something unknown.');
      const answer = await this.#asks.ask(method, record(request as JsonObject, 'params'), {
        related: call.host,
        signal: call.abort.signal,
      });
      if ('error' in answer)
        return failed(codes.internal, `The host provided no input (${method}).`);
      given[key] = answer.result;
    }
    return { result: given };
  }

  /** The answer, or the questions that a host of the newer era has to answer first. */
  async #wait(call: HostCall, id: RpcId, signal: AbortSignal): Promise<RpcAnswer> {
    call.host = id;
    const cancel = (): void => call.abort.abort();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const asked = new Promise<'asked'>((resolve) => {
      call.asked = () => resolve('asked');
      if (call.questions.size > 0) resolve('asked');
    });
    const first = await Promise.race([call.done, asked]);
    signal.removeEventListener('abort', cancel);
    return first === 'asked' ? this.#parked.park(call) : first;
  }

  /** The host has gathered what it was asked for. */
  #resumed(
    call: HostCall,
    { id, method, params }: RpcRequest,
    signal: AbortSignal,
  ): Promise<RpcAnswer> {
    const given = record(params, 'inputResponses');
    if (method !== call.method || aboutOf(params) !== aboutOf(call.params)) {
      call.abort.abort();
      return Promise.resolve(
        failed(codes.invalidParams, 'This requestState belongs to another request.'),
      );
    }
    const relay = this.#parts.upstream.session?.relay;
    for (const [key, question] of call.questions) {
      const result = own(given, key);
      relay?.answer(
        question.id,
        isRecord(result) ? { result } : failed(codes.internal, 'The host provided no input.'),
      );
    }
    call.questions.clear();
    return this.#wait(call, id, signal);
  }

  /** A request of the server's own. */
  ask({ method, params }: FromServer, id: RpcId, relay: SessionRelay): void {
    const { host, sieve, isShared } = this.#parts;
    const needed = neededOfHost(method);
    if (needed === null || own(host.capabilities, needed) === undefined)
      return relay.answer(id, failed(codes.methodNotFound, 'Method not found'));
    const kept = messageWithout(method, params, sieve(method));
    // The server doesn't say for which request it asks: take the newest that allows it, unless that
    // belongs to another host.
    const asking = [...this.#calls].filter((one) => mayNeedInput.has(one.method));
    if (isShared && asking.length > 1)
      return relay.answer(id, failed(codes.internal, 'Skillgate can’t tell which host is meant.'));
    const call = asking.at(-1);
    if (host.era === 'modern') {
      if (call === undefined)
        return relay.answer(id, failed(codes.internal, 'The host has no request under way.'));
      call.questions.set(randomBytes(6).toString('hex'), { id, method, params: kept });
      return call.asked();
    }
    void this.#asks
      .ask(method, kept, { related: call?.host ?? null, upstream: id })
      .then((answer) => relay.answer(id, answer));
  }

  /** The server does not wait for an answer to a question any more. */
  unask(params: JsonObject): void {
    const id = own(params, 'requestId');
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#asks.unask(id);
    for (const { questions } of this.#calls)
      for (const [key, question] of questions) if (question.id === id) questions.delete(key);
  }

  /** Progress and lines of the log: to the request of the host's that they belong to. */
  tell(method: string, params: JsonObject): void {
    const { host, send, sieve, isShared } = this.#parts;
    const calls = [...this.#calls].filter((call) => call.host !== null);
    const message = { jsonrpc: '2.0', method, params: withholding(params, sieve(method)) };
    if (method === 'notifications/progress') {
      const token = own(params, 'progressToken');
      const call = calls.find(
        (one) => token !== undefined && own(record(one.params, '_meta'), 'progressToken') === token,
      );
      if (call !== undefined) send(message, call.host);
      return;
    }
    // One host's lines are nothing to another.
    if (isShared && this.#calls.size > 1) return;
    const call = calls.findLast(({ logs }) => logs);
    // A host of the newer era gets lines only within a request that asked for them.
    if (host.era === 'legacy' || call !== undefined) send(message, call?.host ?? null);
  }
}

interface RelayedRound {
  readonly relay: SessionRelay;
  readonly signal: AbortSignal;
  /** Nothing was asked of the host yet: what it gave belongs to the session that is gone. */
  readonly isFirst: boolean;
}

/** Whether a host of the newer era offered, then or in this request, all that is asked of it. */
function mayAsk(host: HostClient, params: JsonObject, requests: JsonObject): boolean {
  const offered = record(record(params, '_meta'), meta.clientCapabilities);
  return Object.values(requests).every((request) => {
    const needed = isRecord(request) ? neededOfHost(text(request, 'method') ?? '') : null;
    return (
      needed !== null &&
      (own(offered, needed) !== undefined || own(host.capabilities, needed) !== undefined)
    );
  });
}

const aboutOf = (params: JsonObject): string =>
  JSON.stringify([own(params, 'name'), own(params, 'uri'), own(params, 'arguments')]);
