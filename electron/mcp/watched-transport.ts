import type {
  JSONRPCMessage,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { causeOf, type FailureCause } from '../../shared/connection-advice.ts';
import type { AwaitedAnswer, ConnectionFailure } from '../../shared/model/server.ts';
import type { CallFailure, ServerNoise, WireQuirk } from '../engine/ports/session.ts';
import { PendingCalls } from './calls.ts';
import { deepestNesting, isNestedDeeper } from '../core/json-text.ts';
import { detailOf } from '../core/log/entry.ts';
import { visible } from '../core/text.ts';
import type { HelloMethod } from './hello.ts';
import {
  OwnMessages,
  StrayAnswers,
  type StrayAnswer,
  type WaitingRequest,
} from './unasked-messages.ts';
import {
  isObject,
  type AnsweredRequest,
  type MessageMark,
  type WireMessage,
  type TrafficRecorder,
} from './recorder.ts';
import { versionsOf } from './versions.ts';

/** Requests of the SDK that never get an answer must not add up. */
const rememberedRequests = 10_000;
const mostAnswering = 32;
const methodChars = 80;
/** Answered when it ends. */
const staysOpen = 'subscriptions/listen';

/**
 * A transport that records every message, keeps the raw handshake, and lets a session make
 * calls beside the SDK's client. The server controls everything that reaches `deliver`.
 */
export abstract class WatchedTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T) => void) | undefined;
  /** Told once, when the connection has ended, whoever ended it. */
  onended: ((failure: ConnectionFailure) => void) | null = null;
  /** Requests and notifications of the server's own, before the SDK gets them. */
  readonly own: OwnMessages;
  /** Told when the server is made to wait because it writes too much that nobody asked for. */
  onnoise: ((noise: ServerNoise) => void) | null = null;
  noise: ServerNoise | null = null;
  readonly calls = new PendingCalls((id, failure) => this.#unanswered(id, failure));
  /**
   * The server's own words about itself: the result of `initialize` or `server/discover`, unparsed.
   */
  hello: WireMessage | null = null;
  /** Protocol versions that it named meanwhile, in answers to the SDK. */
  readonly versions = new Set<string>();
  /**
   * What the SDK gets of the server's first answer; throws where it can get nothing. Set by whoever
   * has loaded the SDK, which a process does not wait for.
   */
  forSdk: ((method: HelloMethod, hello: WireMessage) => WireMessage) | null = null;
  /** Why it got nothing. */
  unusableHello: Error | null = null;
  /** Whether the server has sent any message at all. */
  heard = false;
  /**
   * The answer to an `initialize` that went out before the SDK's client was there; the SDK's own is
   * answered with it and never sent.
   */
  initialised: WireMessage | null = null;
  /** Set when the connection has ended. */
  failure: ConnectionFailure | null = null;
  protected readonly recorder: TrafficRecorder;
  protected readonly onQuirk: (kind: WireQuirk['kind'], seen: string) => void;
  readonly #now: () => number;
  readonly #asked = new Map<RequestId, AnsweredRequest>();
  /** Ids of the SDK's requests, answered or not: a second answer to one is no stray one. */
  readonly #sdkIds = new Set<RequestId>();
  /** Rows of the server's own requests, by their ids. */
  readonly #theirs = new Map<RequestId, number>();
  readonly #strays: StrayAnswers;
  /** Answers to the server's own requests that are on their way. */
  #answering = 0;

  constructor({ recorder, now, onQuirk, relays }: WatchedOptions) {
    this.own = new OwnMessages(relays);
    this.recorder = recorder;
    this.#now = now;
    this.onQuirk = onQuirk;
    this.#strays = new StrayAnswers({
      now,
      waiting: () => [...this.#asked].map(([id, { sentAt }]) => ({ id, sentAt })),
      isBehind: () => this.isBehind,
      misanswered: (requests, last) => this.#misanswered(requests, last),
    });
  }

  /** Whether each request has a stream of its own, which ends when the request is cancelled. */
  get hasPerRequestStream(): boolean {
    return false;
  }

  /** Whether the server is a process at the other end of a pipe. */
  get isPipe(): boolean {
    return false;
  }

  /** Reads nothing more of what the server writes while it's held, where that can be done. */
  hold(_isHeld: boolean): void {}

  /** Resolves once the server takes what waits for it; null where nothing waits. */
  drained(): Promise<void> | null {
    return null;
  }

  /** Whether an answer may have been written and not read yet. */
  protected get isBehind(): boolean {
    return false;
  }

  /** Whether `transmit` puts `raw` on the wire and needs of `message` only what it is about. */
  protected get sendsText(): boolean {
    return false;
  }

  abstract start(): Promise<void>;
  abstract close(): Promise<void>;
  /** Puts a message on the wire. `raw` is its JSON. Rejects when it cannot be sent. */
  protected abstract transmit(
    message: WireMessage,
    raw: string,
    options: TransportSendOptions | undefined,
  ): Promise<void>;

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const { initialised } = this;
    if (
      initialised === null ||
      !('id' in message) ||
      (message as WireMessage)['method'] !== 'initialize'
    )
      return this.post(message, options);
    this.initialised = null;
    const { id } = message;
    queueMicrotask(() => this.#pass({ jsonrpc: '2.0', id, result: initialised }));
    return Promise.resolve();
  }

  protected post(
    message: WireMessage,
    options?: TransportSendOptions,
    raw: string = JSON.stringify(message),
    mark: MessageMark = {},
  ): Promise<void> {
    const id = message['id'];
    const method = message['method'];
    if (!isRequestId(id) || typeof method !== 'string') {
      this.recorder.sent(message, raw, this.#markOf(id));
      return this.transmit(message, raw, options);
    }
    const row = this.recorder.sent(message, raw, mark);
    if (!this.calls.has(id) && this.#sdkIds.size < rememberedRequests) this.#sdkIds.add(id);
    if (this.#asked.size < rememberedRequests)
      this.#asked.set(id, { method, detail: detailOf(message), sentAt: this.#now(), row });
    const sent = this.transmit(message, raw, options);
    // A call of a session says itself why it failed, in better words.
    if (!this.calls.has(id))
      sent.catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        this.recorder.unanswered(row, 'lost', why);
      });
    return sent;
  }

  /** The server's request that a message answers. */
  #markOf(id: unknown): MessageMark {
    const answers = isRequestId(id) ? this.#theirs.get(id) : undefined;
    if (answers === undefined) return {};
    this.#theirs.delete(id as RequestId);
    return { answers };
  }

  /** A call has ended without an answer: so has its row. */
  #unanswered(id: RequestId, { reason, message }: CallFailure): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    const how = reason === 'cancelled' || reason === 'timeout' ? reason : 'lost';
    this.recorder.unanswered(asked.row, how, message);
  }

  /**
   * Counts a message that nobody asked for, of so many characters; gives whether the log keeps it.
   */
  protected takeUnasked(_chars: number): boolean {
    return true;
  }

  /** The row of a request that is under way. */
  rowOf(id: unknown): number | undefined {
    return isRequestId(id) ? this.#asked.get(id)?.row : undefined;
  }

  /** The newest request that isn't answered: after a silence, the one that may still be. */
  get awaited(): AwaitedAnswer | null {
    let newest: { readonly id: RequestId; readonly method: string; readonly since: number } | null =
      null;
    for (const [id, { method, sentAt: since }] of this.#asked)
      if (method !== staysOpen && (newest === null || since >= newest.since))
        newest = { id, method, since };
    if (newest === null) return null;
    const { id, ...awaited } = newest;
    const begun = this.begun(id);
    return { ...awaited, ...(begun === null ? {} : { begun }) };
  }

  /** What of an answer has come without its end. */
  protected begun(_id: RequestId): NonNullable<AwaitedAnswer['begun']> | null {
    return null;
  }

  /**
   * Takes one message from the server. False when it is not a JSON-RPC message. `isText`: its bytes
   * were valid UTF-8.
   */
  protected deliver(received: unknown, raw: string, isText = true): boolean {
    if (!isObject(received) || received['jsonrpc'] !== '2.0') return false;
    const json = typeof received['method'] === 'string' ? received : this.#underOurId(received);
    const id = json['id'];
    if (typeof json['method'] === 'string') {
      this.heard = true;
      const row = this.takeUnasked(raw.length) ? this.recorder.received(json, raw, null) : 0;
      if (isRequestId(id) && this.#theirs.size < rememberedRequests) this.#theirs.set(id, row);
      if (isNestedDeeper(json, deepestNesting)) return true;
      // A server may ask before it has answered `initialize`, and wait for that.
      if (isRequestId(id) && (json['method'] === 'ping' || this.hello === null)) {
        this.#answerOwn(id, json['method']);
        return true;
      }
      if (!this.own.take(json)) this.#pass(json);
      return true;
    }
    if (json['result'] === undefined && json['error'] === undefined) return false;
    this.heard = true;
    const answered = isRequestId(id) ? this.#asked.get(id) : undefined;
    if (answered !== undefined || this.takeUnasked(raw.length))
      this.recorder.received(json, raw, answered ?? null);
    // An answer that nobody asked for, or a second one, stays in the log and goes nowhere else.
    if (answered === undefined || !isRequestId(id)) {
      const wasAsked = this.calls.hasOpened(id) || this.#sdkIds.has(id as RequestId);
      if (!wasAsked) this.#strays.add({ id, error: json['error'] });
      return true;
    }
    this.#asked.delete(id);
    if (!isText) this.onQuirk('not-utf-8', `the answer to ${answered.method}`);
    const fault = faultOf(json, isText);
    if (this.calls.has(id)) {
      if (fault === null) this.calls.answer(id, json);
      else this.calls.fail(id, { reason: 'bad-response', message: fault });
    } else {
      if (fault === null && isHello(answered.method)) {
        for (const version of versionsOf(json)) this.versions.add(version);
        this.#pass(this.#hello(answered.method, json));
        return true;
      }
      // The SDK drops an answer of another shape and would wait for it until the timeout.
      this.#pass(
        fault === null
          ? json
          : {
              jsonrpc: '2.0',
              id,
              error: { code: -32603, message: `${answered.method}: ${fault}` },
            },
      );
    }
    return true;
  }

  /** A server decides how often it asks; one that doesn't take the answers gets no more. */
  #answerOwn(id: RequestId, method: string): void {
    if (this.#answering >= mostAnswering) return;
    this.#answering += 1;
    const answer =
      method === 'ping'
        ? { result: {} }
        : {
            error: { code: -32_601, message: `Method not found: ${method.slice(0, methodChars)}` },
          };
    void this.post({ jsonrpc: '2.0', id, ...answer })
      .catch(() => {})
      .finally(() => (this.#answering -= 1));
  }

  /** Some servers write the number of an id as text; it's still the id of one request. */
  #underOurId(answer: WireMessage): WireMessage {
    const { id } = answer;
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id) || this.#sdkIds.has(id)) return answer;
    const number = Number(id);
    if (String(number) !== id || !this.#asked.has(number)) return answer;
    this.onQuirk('answer-id', `"${id}"`);
    return { ...answer, id: number };
  }

  /**
   * Fails calls whose answers were on a line that can't be read. While others wait, the line may
   * have been the answer to one of those.
   */
  protected blame(ids: readonly number[], message: string): void {
    const isShared = this.calls.size > 1;
    for (const id of ids)
      this.calls.fail(id, {
        reason: 'bad-response',
        message,
        ...(isShared ? { suspect: true } : {}),
      });
  }

  /** An answer is lost, and nothing says whose it was. */
  protected missAnswer(message: string): void {
    this.#strays.add({ id: undefined, error: undefined, message });
  }

  /** As many answers as requests came, under ids that nobody asked for. */
  #misanswered(requests: readonly WaitingRequest[], last: StrayAnswer): void {
    const failure = misansweredBy(last, requests.length === 1);
    for (const { id } of requests) this.failRequest(id, failure);
  }

  /**
   * Ends a request that gets no answer any more; the SDK would wait for its own until the timeout.
   */
  protected failRequest(id: RequestId, failure: CallFailure): void {
    if (this.calls.has(id)) return this.calls.fail(id, failure);
    const row = this.rowOf(id);
    this.#asked.delete(id);
    if (row !== undefined) this.recorder.unanswered(row, 'lost', failure.message);
    this.#pass({ jsonrpc: '2.0', id, error: { code: -32603, message: failure.message } });
  }

  /** Whether a request is still to be answered. */
  protected isWaiting(id: unknown): boolean {
    return this.calls.has(id) || this.#asked.has(id as RequestId);
  }

  /** The same answer as far as the SDK takes it, or an error in its place. */
  #hello(method: HelloMethod, json: WireMessage): WireMessage {
    const { result, id } = json;
    if (!isObject(result)) return json;
    this.hello = result;
    try {
      return { ...json, result: this.forSdk?.(method, result) ?? result };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.unusableHello = error;
      return { jsonrpc: '2.0', id, error: { code: -32603, message: error.message } };
    }
  }

  /**
   * Hands a message to the SDK. Whatever a message makes it throw must not reach the event loop.
   */
  #pass(message: WireMessage): void {
    try {
      this.onmessage?.(message as unknown as JSONRPCMessage);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Sends one request of a session, with what every request of its revision carries. */
  ask(
    id: number,
    method: string,
    params: WireMessage,
    envelope: RequestEnvelope | null,
    options?: TransportSendOptions,
    mark?: MessageMark,
  ): void {
    // Where the JSON itself goes on the wire, nobody needs the envelope as an object.
    const message = {
      jsonrpc: '2.0',
      id,
      method,
      params: envelope === null || this.sendsText ? params : { ...params, _meta: envelope.value },
    };
    this.post(
      message,
      options,
      envelope === null ? undefined : rawRequest(id, method, params, envelope),
      mark,
    ).catch(async (error: unknown) => this.calls.fail(id, await this.sendFailure(error)));
  }

  /** Sends what a gateway passes on; a message that cannot be sent is lost with the connection. */
  pass(message: WireMessage): void {
    this.post({ jsonrpc: '2.0', ...message }).catch(() => {});
  }

  /** What is said of a request that was not answered in time; of any, where `id` is null. */
  late(_id: unknown, ms: number): LateAnswer {
    return { message: `The server didn’t answer within ${ms / 1_000} s.` };
  }

  /** Tells the server that a call is no longer waited for. */
  cancel(id: number, reason: string): void {
    this.post({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason },
    }).catch(() => {});
  }

  /** What a message that could not be sent means for the call. */
  protected sendFailure(error: unknown): CallFailure | Promise<CallFailure> {
    return { reason: 'closed', message: error instanceof Error ? error.message : String(error) };
  }

  /** Ends everything that waits. The first reason counts. */
  protected ended(failure: ConnectionFailure, how: SessionEnd = {}): void {
    if (this.failure !== null) return;
    this.failure = failure;
    this.calls.failAll({ ...closedBy(failure), ...how });
    for (const { row } of this.#asked.values())
      this.recorder.unanswered(row, 'lost', failure.message);
    this.#asked.clear();
    this.#theirs.clear();
    this.#strays.close();
    this.onclose?.();
    this.onended?.(failure);
  }
}

export interface WatchedOptions {
  /** An app is going to be relayed to: it gets everything, and what comes early waits for it. */
  readonly relays: boolean;
  readonly recorder: TrafficRecorder;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told each time of what other clients don't take. */
  readonly onQuirk: (kind: WireQuirk['kind'], seen: string) => void;
}

const strayIdChars = 40;

/**
 * An error without an id can only be about the one request under way; the server chose its text.
 */
function misansweredBy({ id, error, message: broken }: StrayAnswer, isAlone: boolean): CallFailure {
  const failure = { reason: 'bad-response', suspect: true } as const;
  if (broken !== undefined) return { ...failure, message: broken };
  if (id === null || id === undefined) {
    const code = isObject(error) ? error['code'] : undefined;
    const message = isObject(error) ? error['message'] : undefined;
    if (isAlone && typeof code === 'number' && typeof message === 'string')
      return { reason: 'error-response', code, message };
    return { ...failure, message: 'The server answered without an id.' };
  }
  const shownId = visible(JSON.stringify(id) ?? '', strayIdChars);
  const message = `The server answered under id ${shownId}, which nobody asked for.`;
  return { ...failure, message };
}

/** What is said where no answer came in time, and what of one had come. */
export interface LateAnswer {
  readonly message: string;
  readonly cause?: FailureCause;
}

/** How a session ended, beside the reason. */
export type SessionEnd = Pick<ClosedCall, 'sessionLost'>;
type ClosedCall = Extract<CallFailure, { readonly reason: 'closed' }>;

/** What the end of a connection means for each of its calls. */
export const closedBy = (failure: ConnectionFailure): ClosedCall => ({
  reason: 'closed',
  message: failure.message,
  cause: causeOf(failure),
  ...(failure.reason === 'unauthorized' ? { refused: true } : {}),
});

/** The `_meta` of every request, and its JSON: written once, not once per file. */
export interface RequestEnvelope {
  readonly value: WireMessage;
  readonly json: string;
}

const names = new Map<string, string>();

/** The JSON of a method's name. The few methods that are ever asked for are written once. */
function nameJson(method: string): string {
  let json = names.get(method);
  if (json === undefined) {
    json = JSON.stringify(method);
    names.set(method, json);
  }
  return json;
}

function rawRequest(
  id: number,
  method: string,
  params: WireMessage,
  envelope: RequestEnvelope,
): string {
  const own = JSON.stringify(params);
  return `{"jsonrpc":"2.0","id":${id},"method":${nameJson(method)},"params":${own.slice(0, -1)}${own === '{}' ? '' : ','}"_meta":${envelope.json}}}`;
}

/** Why an answer cannot be taken at all, whatever it answers. */
function faultOf(json: WireMessage, isText: boolean): string | null {
  // Any byte that is no UTF-8 decodes to the same character: the file that is approved would not be
  // the one that another app reads.
  if (!isText && isObject(json['result']) && json['result']['contents'] !== undefined)
    return 'The response isn’t valid UTF-8, so the content in it can’t be told.';
  if (!isObject(json['result']) && json['error'] === undefined)
    return 'The result in the response isn’t an object.';
  if (json['error'] !== undefined && !isObject(json['error']))
    return 'The error in the response isn’t an object.';
  return isNestedDeeper(json, deepestNesting)
    ? `The response is nested deeper than ${deepestNesting} levels.`
    : null;
}

const isHello = (method: string): method is HelloMethod =>
  method === 'initialize' || method === 'server/discover';
const isRequestId = (id: unknown): id is RequestId =>
  typeof id === 'string' || typeof id === 'number';
