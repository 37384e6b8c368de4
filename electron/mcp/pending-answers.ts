import { exactSize } from '../../shared/size-text.ts';
import { quoted } from '../../shared/quote-text.ts';
import type { LateAnswer } from './watched-transport.ts';

/** A server decides how many requests it takes and never answers. */
const mostTaken = 10_000;
const quotedBytes = 600;

interface Begun {
  readonly status: number;
  readonly sofar: () => Buffer;
}

/**
 * What has come of the answers over HTTP that are still waited for, by the ids of their requests.
 */
export class AnswersUnderWay {
  readonly #begun = new Map<unknown, Begun>();
  readonly #texts = new Map<unknown, string>();
  /** The same of event streams, which outlive the sending of their requests. */
  readonly #streams = new Map<unknown, Begun>();
  /** Events that a stream ended in the middle of. */
  readonly #cut = new Map<unknown, string>();
  /** Requests that were taken with HTTP 202, which answers nothing. */
  readonly #taken = new Set<unknown>();

  /** An answer has begun; `sofar` gives what has come of its body. */
  begin(id: unknown, begun: Begun): void {
    this.#begun.set(id, begun);
  }

  /** An event stream has begun; `sofar` gives what has come of its last event. */
  beginStream(id: unknown, begun: Begun): void {
    this.#streams.set(id, begun);
  }

  closeStream(id: unknown): void {
    this.#streams.delete(id);
  }

  cutEvent(id: unknown, text: string): void {
    if (id !== undefined && this.#cut.size < mostTaken)
      this.#cut.set(id, text.slice(0, quotedBytes));
  }

  /** The event that the stream for this request ended in the middle of, once. */
  takeCut(id: unknown): string | undefined {
    const text = this.#cut.get(id);
    this.#cut.delete(id);
    return text;
  }

  /** All of it is there. */
  end(id: unknown, text: string): void {
    this.#begun.delete(id);
    this.#texts.set(id, text);
  }

  take(id: unknown): void {
    if (this.#taken.size < mostTaken) this.#taken.add(id);
  }

  /** What of an answer has come without its end. */
  begun(id: unknown): 'body' | 'event' | null {
    const hasCome = (one: Begun | undefined): boolean =>
      one !== undefined && one.sofar().length > 0;
    if (hasCome(this.#streams.get(id))) return 'event';
    return hasCome(this.#begun.get(id)) ? 'body' : null;
  }

  /** The text of an answer that came; empty where none did. */
  textOf(id: unknown): string {
    return this.#texts.get(id) ?? '';
  }

  /** Nobody waits for it any more. */
  forget(id: unknown): void {
    this.#begun.delete(id);
    this.#texts.delete(id);
  }

  /**
   * What is said of one that did not come within `ms`; of any, where `id` is null. `shown` masks
   * what is quoted.
   */
  late(id: unknown, ms: number, shown: (text: string) => string): LateAnswer {
    const within = `within ${ms / 1_000} s`;
    const isTaken = id === null ? this.#taken.size > 0 : this.#taken.has(id);
    if (isTaken)
      return {
        message: `The server accepted the request (HTTP 202) but sent no answer ${within}.`,
        cause: { reason: 'no-answer' },
      };
    const stream = id === null ? [...this.#streams.values()].at(-1) : this.#streams.get(id);
    if (stream !== undefined) return lateStream(stream, within, shown);
    const begun = id === null ? [...this.#begun.values()].at(-1) : this.#begun.get(id);
    if (begun === undefined)
      return {
        message: `The server didn’t answer ${within}: no complete header arrived.`,
        cause: { reason: 'no-answer' },
      };
    const came = begun.sofar();
    const head = quoted(shown(came.toString('utf8', 0, quotedBytes)));
    return {
      message:
        `The server didn’t finish its answer ${within}: ` +
        `HTTP ${begun.status} and ${exactSize(came.length)} had come: ${head}.`,
      cause: { reason: 'half-answer' },
    };
  }
}

function lateStream(
  { status, sofar }: Begun,
  within: string,
  shown: (text: string) => string,
): LateAnswer {
  const came = sofar();
  if (came.length === 0)
    return {
      message: `The server opened an event stream (HTTP ${status}) but sent no answer ${within}.`,
      cause: { reason: 'no-answer' },
    };
  const head = quoted(shown(came.toString('utf8', 0, quotedBytes)));
  return {
    message:
      `The server didn’t answer ${within}: the event with the answer isn’t finished, ` +
      `its blank line is missing. ${exactSize(came.length)} had come: ${head}.`,
    cause: { reason: 'half-answer' },
  };
}
