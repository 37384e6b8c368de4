import type { FetchLike } from '@modelcontextprotocol/client';
import type { HttpSeen } from '../core/log/entry.ts';
import { exactSize } from '../../shared/size-text.ts';
import { ServerEvents } from './event-stream.ts';
import { contentOf, readTyped, unexpectedType, UnusableAnswerError } from './http-answer.ts';
import type { PipeBudget } from './pipe-budget.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { retryAfterMs } from '../network/retry-after.ts';
import { type HttpRefusal, unreached, type ConnectFailure } from './connect-failure.ts';
import { readRefusalBody, beginningOf, isPage } from './refusal-body.ts';
import type { WatchedOptions } from './watched-transport.ts';

/** An answer that was longer than a server may send. */
export class TooLargeError extends Error {}
/** The server could not be reached, or ended the connection without an answer. */
export class UnreachableError extends Error {
  readonly unreached: ConnectFailure;

  constructor(unreached: ConnectFailure, options: ErrorOptions) {
    super(unreached.why, options);
    this.unreached = unreached;
  }
}

/** The server doesn't know the session of a request any more, so it did nothing. */
export class SessionLostError extends Error {}

export interface FetchWatch {
  /** Milliseconds since the epoch. */
  now(): number;
  /** What HTTP said of the request with this id: before any of the answer's body was taken. */
  exchanged(id: unknown, seen: Omit<HttpSeen, 'firstByteAt'>): void;
  /** An answer passed the bound; `id` is of the request that it would have answered. */
  tooLarge(id: unknown): void;
  /** An answer has begun; `sofar` gives what has come of its body. */
  answering(id: unknown, status: number, sofar: () => Buffer): void;
  /** The text of an answer, as it came. */
  answered(id: unknown, text: string): void;
  /** A request was taken (HTTP 202) without an answer. */
  taken(id: unknown): void;
  /** A status that is not a success, or a web page. */
  refused(refusal: HttpRefusal): void;
  unreachable(reason: ConnectFailure): void;
  /** A stream that the server keeps open to talk on its own has ended. */
  listeningEnded(): void;
  /** Whether an answer to the request with this id is still waited for. */
  isWanted(id: unknown): boolean;
  /** An event stream has begun to answer; `unfinished` gives what has come of its last event. */
  streaming(id: unknown, status: number, unfinished: () => Buffer): void;
  /** It is closed. */
  streamClosed(id: unknown): void;
  /** The stream that was to answer this request ended in the middle of an event. */
  cutEvent(id: unknown, text: string): void;
  /** What came in place of an event stream, or of an answer, can't be used. */
  unusable(error: UnusableAnswerError): void;
  quirk: WatchedOptions['onQuirk'];
  /** What the server may send unasked on its event streams. */
  readonly budget: PipeBudget;
}

export interface AnswerBounds {
  /** The most bytes of an answer, or of one event in a stream. */
  readonly responseBytes: number;
  /**
   * How long an event stream is silent before an event without its blank line is looked at, in ms.
   */
  readonly quietMs: number;
}

/**
 * `fetch` for one server. The attacker controls status, headers and length of every answer:
 * at most `responseBytes` of one answer (of one event, in an event stream) are taken, counted
 * after decompression. Redirects are left to the SDK's policy: same origin and method only.
 * `answersRequests`: what a POST gives is the answer to it (Streamable HTTP), and checked as one.
 */
export function boundedFetch(
  { responseBytes: maxBytes, quietMs }: AnswerBounds,
  watch: FetchWatch,
  answersRequests: boolean,
  network: OutboundNetwork,
): FetchLike {
  const redirects = new RedirectChains();
  return async (url, init) => {
    const method = init?.method ?? 'GET';
    const asked = {
      url: String(url),
      method,
      requestHeaders: [...new Headers(init?.headers)],
    };
    const sent = method === 'POST' ? requestIn(init?.body) : {};
    // An answer to the server's own request has an id of the server's.
    const id = typeof sent.method === 'string' ? sent.id : undefined;
    let response: Response;
    try {
      response = await network.fetch(url, init);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      const reason = unreached(error, new URL(url), network);
      watch.unreachable(reason);
      watch.exchanged(id, { ...asked, status: null, statusText: '', responseHeaders: [] });
      throw new UnreachableError(reason, { cause: error });
    }
    const { status, statusText, headers } = response;
    watch.exchanged(id, { ...asked, status, statusText, responseHeaders: [...headers] });
    const loop = redirects.loop(new URL(url), response, init);
    const refusal = {
      ...{ status, method, location: headers.get('location') },
      retryAfterMs: retryAfterMs(headers.get('retry-after'), watch.now()),
      ...(loop === undefined ? {} : { loop }),
    };
    const isPageBody = isPage(response);
    if (response.body !== null && (isPageBody || isRefused(method, status))) {
      const { text, title } = await beginningOf(response.body);
      const read = readRefusalBody(text, {
        ...{ id, status, isInitialize: sent.method === 'initialize' },
        // An address that an event stream gave for messages is that of a session.
        hadSession: !answersRequests || hasHeader(asked.requestHeaders, 'mcp-session-id'),
        isChallenge: headers.has('www-authenticate'),
      });
      if (read.kind === 'session-lost') throw new SessionLostError(sessionLostMessage);
      if (answersRequests && read.kind === 'answer' && id !== undefined)
        return new Response(JSON.stringify(read.message), { headers: jsonHeaders });
      watch.refused({ ...refusal, ...(isPageBody ? { page: title } : {}) });
      return rebuilt(response, new Blob([text]).stream());
    }
    if (!response.ok) watch.refused(refusal);
    const isAnswer = answersRequests && response.ok && id !== undefined;
    if (isAnswer && status === 202) watch.taken(id);
    else if (isAnswer && response.body === null) throw new UnusableAnswerError('empty', '');
    if (response.body === null) return response;
    const carriesAnswer = isAnswer && status !== 202;
    if (method === 'POST' && response.ok && !carriesAnswer) {
      // Nothing in it is for anybody, and a server may never end it.
      void beginningOf(response.body);
      return rebuilt(response, null);
    }
    if (response.ok && contentOf(headers) === 'stream') {
      const stream = eventsOf(response.body, { maxBytes, quietMs }, { id, method }, watch);
      watch.streaming(id, status, () => stream.unfinished);
      return rebuilt(response, stream.body);
    }
    if (response.ok && method === 'GET' && !answersRequests) {
      const { text } = await beginningOf(response.body);
      const error = unexpectedType(headers, 'stream', text);
      watch.unusable(error);
      throw error;
    }
    const body = response.body.pipeThrough(boundedBody(maxBytes, () => watch.tooLarge(id)));
    return carriesAnswer ? answer(response, body, id, watch) : rebuilt(response, body);
  };
}

/** The events of a stream that is to answer the request with this id, or is the server's own. */
function eventsOf(
  body: ReadableStream<Uint8Array>,
  { maxBytes, quietMs }: { readonly maxBytes: number; readonly quietMs: number },
  { id, method }: { readonly id: unknown; readonly method: string },
  watch: FetchWatch,
): ServerEvents {
  const isWanted = (): boolean => id === undefined || watch.isWanted(id);
  const options = { maxBytes, quietMs, isWanted, budget: watch.budget };
  return new ServerEvents(body, options, {
    tooLarge: () => {
      watch.tooLarge(id);
      return new TooLargeError(tooLargeMessage(maxBytes));
    },
    completed: (ending) => watch.quirk('event-end', ending),
    cut: (text) => watch.cutEvent(id, text),
    ended: () => {
      if (method === 'GET') watch.listeningEnded();
    },
    closed: () => watch.streamClosed(id),
  });
}

/** The answer to one request: read here, where what it is no answer to can be told. */
async function answer(
  response: Response,
  body: ReadableStream<Uint8Array>,
  id: unknown,
  watch: FetchWatch,
): Promise<Response> {
  const text = await textOf(body, (sofar) => watch.answering(id, response.status, sofar));
  watch.answered(id, text);
  const { json, isUntold } = readTyped(text, id, response.headers);
  const type = response.headers.get('content-type') ?? '';
  if (isUntold) watch.quirk('answer-type', type === '' ? 'no content type' : type);
  const copy = rebuilt(response, null);
  copy.headers.set('content-type', 'application/json');
  // Parsed once, however long it is.
  Object.defineProperty(copy, 'json', { value: () => Promise.resolve(json) });
  return copy;
}

/** The text of a body; `begun` gets the way to what has come of it. Throws where it breaks off. */
async function textOf(
  body: ReadableStream<Uint8Array>,
  begun: (sofar: () => Buffer) => void,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const sofar = (): Buffer => Buffer.concat(chunks);
  begun(sofar);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Without a byte order mark, as `Response.text()` gives it.
      if (done) return new TextDecoder().decode(sofar());
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof TooLargeError || (error as Error).name === 'AbortError') throw error;
    throw new UnusableAnswerError('cut', sofar().toString('utf8'));
  }
}

function boundedBody(
  maxBytes: number,
  onTooLarge: () => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= maxBytes) return controller.enqueue(chunk);
      onTooLarge();
      controller.error(new TooLargeError(tooLargeMessage(maxBytes)));
    },
  });
}

export const tooLargeMessage = (maxBytes: number): string =>
  `The response is larger than ${exactSize(maxBytes)}.`;

function rebuilt(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const copy = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  // The SDK resolves relative addresses and redirects against it.
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}

export const sessionLostMessage = 'The server ended the session.';

const jsonHeaders = { 'content-type': 'application/json' };

/** What a POST sent was refused; a stream that is asked for with GET has no body to read. */
const isRefused = (method: string, status: number): boolean => method === 'POST' && status >= 400;

const hasHeader = (headers: readonly (readonly [string, string])[], name: string): boolean =>
  headers.some(([key]) => key.toLowerCase() === name);

/** The id and the method of what is sent. */
function requestIn(body: unknown): { readonly id?: unknown; readonly method?: unknown } {
  if (typeof body !== 'string') return {};
  try {
    return JSON.parse(body) as { id?: unknown; method?: unknown };
  } catch {
    return {};
  }
}

/** So many hops within an origin the SDK follows. */
const mostFollowed = 5;

/**
 * Tells a chain of redirects that leads nowhere. The SDK asks for each hop with the same headers,
 * an object of one request: what was asked with it is the chain. The server chooses every target.
 */
class RedirectChains {
  readonly #chains = new WeakMap<object, string[]>();

  /**
   * Takes note of a hop. Gives the whole chain, from the address that was asked to the one that it
   * comes back to, where it does or goes on for longer than anybody follows; else undefined.
   */
  loop(url: URL, response: Response, init: RequestInit | undefined): string[] | undefined {
    const { headers, method = 'GET' } = init ?? {};
    if (typeof headers !== 'object') return undefined;
    const chain = this.#chains.get(headers) ?? [];
    chain.push(placeOf(url));
    this.#chains.set(headers, chain);
    const { status } = response;
    const location = response.headers.get('location');
    if (status < 300 || status > 399 || location === null || !URL.canParse(location, url))
      return undefined;
    const target = new URL(location, url);
    const isKept = method === 'GET' || status === 307 || status === 308;
    if (!isKept || target.host !== url.host) return undefined;
    const all = [...chain, placeOf(target)];
    const again = all.findIndex((place, at) => all.indexOf(place) < at);
    if (again !== -1) return all.slice(0, again + 1);
    return chain.length > mostFollowed ? all : undefined;
  }
}

const placeOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;
