import type { FetchLike } from '@modelcontextprotocol/client';
import { exactSize } from '../../shared/size-text.ts';

/** An answer that was longer than a server may send. */
export class TooLargeError extends Error {}
/** The server could not be reached, or ended the connection without an answer. */
export class UnreachableError extends Error {}

export interface FetchWatch {
  /** An answer passed the bound; `id` is of the request that it would have answered. */
  tooLarge(id: unknown): void;
  /** A status that is not a success. */
  refused(status: number, method: string): void;
  unreachable(reason: string): void;
  /** A stream that the server keeps open to talk on its own has ended. */
  listeningEnded(): void;
}

/**
 * `fetch` for one server. The attacker controls status, headers and length of every answer:
 * at most `maxBytes` of one answer (of one event, in an event stream) are taken, counted
 * after decompression. Redirects are left to the SDK's policy: same origin and method only.
 */
export function boundedFetch(maxBytes: number, watch: FetchWatch): FetchLike {
  return async (url, init) => {
    const method = init?.method ?? 'GET';
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      const reason = reasonOf(error);
      watch.unreachable(reason);
      throw new UnreachableError(reason, { cause: error });
    }
    if (!response.ok) watch.refused(response.status, method);
    if (response.body === null) return response;
    const events = response.headers.get('content-type')?.includes('text/event-stream') === true;
    const bound = boundedBody(maxBytes, events, () => watch.tooLarge(idOf(init?.body)));
    const body = response.body.pipeThrough(bound);
    if (events && method === 'GET')
      return rebuilt(
        response,
        watched(body, () => watch.listeningEnded()),
      );
    return rebuilt(response, body);
  };
}

function boundedBody(
  maxBytes: number,
  events: boolean,
  onTooLarge: () => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let endedLine = false;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        onTooLarge();
        controller.error(new TooLargeError(tooLargeMessage(maxBytes)));
        return;
      }
      if (events) {
        const after = afterLastEvent(chunk, endedLine);
        if (after !== -1) bytes = chunk.length - after;
        endedLine = chunk.at(-1) === 0x0a;
      }
      controller.enqueue(chunk);
    },
  });
}

export const tooLargeMessage = (maxBytes: number): string =>
  `The answer is larger than ${exactSize(maxBytes)}.`;

/** Where the last event of this piece ends (a blank line), or -1. */
function afterLastEvent(chunk: Uint8Array, endedLine: boolean): number {
  const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const last = Math.max(piece.lastIndexOf('\n\n') + 2, piece.lastIndexOf('\n\r\n') + 3);
  if (last > 2) return last;
  return endedLine && (piece[0] === 0x0a || (piece[0] === 0x0d && piece[1] === 0x0a)) ? 1 : -1;
}

/** The same bytes; `run` is told when they end, also when they end with an error. */
function watched(body: ReadableStream<Uint8Array>, run: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      run();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function rebuilt(response: Response, body: ReadableStream<Uint8Array>): Response {
  const copy = new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  // The SDK resolves relative addresses and redirects against it.
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}

function idOf(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return (JSON.parse(body) as { id?: unknown }).id;
  } catch {
    return undefined;
  }
}

/** "fetch failed" says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error)
    return cause.errors[0].message;
  return cause instanceof Error ? cause.message : String(cause);
}
