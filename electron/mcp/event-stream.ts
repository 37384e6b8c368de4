import { isMessage } from './http-answer.ts';
import type { PipeBudget } from './pipe-budget.ts';
import { adviceOn } from '../../shared/connection-advice.ts';
import { refusalReason, type HttpRefusal } from './connect-failure.ts';

interface EventStreamOptions {
  /** The most bytes of one event. */
  readonly maxBytes: number;
  /**
   * An unfinished event is looked at after this much silence, in ms; the next time after twice it.
   */
  readonly quietMs: number;
  /**
   * Whether the request that the stream answers is still waited for; a stream of its own always is.
   */
  readonly isWanted: () => boolean;
  /** What the server may send unasked, over all of its streams. */
  readonly budget: PipeBudget;
}

interface EventStreamWatch {
  /** One event is larger than allowed: the stream ends with the error that this returns. */
  tooLarge(): Error;
  /** An event was whole but for its blank line; `ending` is how it ended. */
  completed(ending: string): void;
  /** The stream ended in the middle of an event; `text` is what had come of it. */
  cut(text: string): void;
  /** The server ended the stream, or the connection broke. */
  ended(): void;
  /** Nothing is read any more, for whatever reason. */
  closed(): void;
}

const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const endingChars = 40;
/** An event of more lines is only taken with its blank line: to look through them takes memory. */
const mostLines = 10_000;
const smallestRoom = 4_096;
/** An event costs as much as so many lines, because the SDK parses it. An answer is one. */
const linesOfEvent = 10;
const lineEnd = new Uint8Array([lf]);

/**
 * Reads an event stream as servers send it and gives the SDK's parser whole events with LF line
 * ends. The attacker chooses every byte and when it comes. An event is kept until its blank line,
 * up to `maxBytes`; comments are dropped, so a stream of them costs nothing. An event without its
 * blank line is taken when its JSON is whole and nothing follows, or when the stream ends. A stream
 * whose request was answered is closed, because a server that holds it open would have one
 * connection per request. What nobody asked for is read in slices and no faster than its budget:
 * TCP makes the server wait.
 */
export class ServerEvents {
  readonly #options: EventStreamOptions;
  readonly #watch: EventStreamWatch;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly body: ReadableStream<Uint8Array>;
  /** The event so far, each whole line with its LF; copied, since pieces of any size may come. */
  #event = Buffer.alloc(smallestRoom);
  #eventBytes = 0;
  /** Where its last line begins. */
  #lineStart = 0;
  #lineCount = 0;
  #endedWithCr = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #looks = 0;
  #isOver = false;

  constructor(
    source: ReadableStream<Uint8Array>,
    options: EventStreamOptions,
    watch: EventStreamWatch,
  ) {
    this.#options = options;
    this.#watch = watch;
    this.#reader = source.getReader();
    this.body = new ReadableStream<Uint8Array>({
      pull: (controller) => this.#pull(controller),
      cancel: (reason) => {
        this.#close();
        return this.#reader.cancel(reason);
      },
    });
  }

  /** What has come of an event that isn't finished. */
  get unfinished(): Buffer {
    return this.#event.subarray(0, this.#eventBytes);
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        if (this.#options.budget.isSliceSpent) await this.#rest();
        if (this.#isOver) return;
        const { done, value } = await this.#reader.read();
        if (this.#isOver) return;
        this.#stopTimer();
        if (done) return this.#end(controller, null);
        const events = this.#take(value);
        if (events === null) {
          const error = this.#watch.tooLarge();
          this.#close();
          this.#watch.ended();
          controller.error(error);
          void this.#reader.cancel(error).catch(() => {});
          return;
        }
        this.#startTimer(controller);
        if (events.length === 0) continue;
        controller.enqueue(Buffer.concat(events));
        return;
      }
    } catch (error) {
      if (!this.#isOver) this.#end(controller, error);
    }
  }

  /** Waits until the budget has some left, at least for the next turn of the event loop. */
  #rest(): Promise<void> {
    const wait = this.#options.budget.endSlice();
    return new Promise((resolve) => {
      if (wait === 0) setImmediate(resolve);
      else setTimeout(resolve, wait).unref();
    });
  }

  /** The lines of the events that these bytes finish; null where one is too large. */
  #take(bytes: Uint8Array): Uint8Array[] | null {
    const finished: Uint8Array[] = [];
    let from = this.#endedWithCr && bytes[0] === lf ? 1 : 0;
    if (bytes.length > 0) this.#endedWithCr = false;
    let nextCr = bytes.indexOf(cr, from);
    let nextLf = bytes.indexOf(lf, from);
    while (from < bytes.length) {
      if (nextCr !== -1 && nextCr < from) nextCr = bytes.indexOf(cr, from);
      if (nextLf !== -1 && nextLf < from) nextLf = bytes.indexOf(lf, from);
      const isCr = nextCr !== -1 && (nextLf === -1 || nextCr < nextLf);
      const to = isCr ? nextCr : nextLf;
      const piece = bytes.subarray(from, to === -1 ? bytes.length : to);
      if (this.#eventBytes + piece.length > this.#options.maxBytes) return null;
      this.#append(piece);
      if (to === -1) break;
      this.#endLine(finished);
      from = to + 1;
      if (!isCr) continue;
      if (bytes[from] === lf) from += 1;
      else this.#endedWithCr = from === bytes.length;
    }
    return finished;
  }

  #append(piece: Uint8Array): void {
    const needed = this.#eventBytes + piece.length;
    if (needed > this.#event.length) {
      const roomier = Buffer.alloc(Math.max(needed, 2 * this.#event.length));
      roomier.set(this.unfinished);
      this.#event = roomier;
    }
    this.#event.set(piece, this.#eventBytes);
    this.#eventBytes = needed;
  }

  get #isInLine(): boolean {
    return this.#eventBytes > this.#lineStart;
  }

  get #isInComment(): boolean {
    return this.#isInLine && this.#event[this.#lineStart] === colon;
  }

  #endLine(finished: Uint8Array[]): void {
    if (!this.#isInLine) {
      this.#options.budget.spendText(this.#eventBytes > 0 ? linesOfEvent : 1, 0);
      if (this.#eventBytes > 0) finished.push(Buffer.concat([this.unfinished, lineEnd]));
      this.#clear();
      return;
    }
    if (this.#isInComment) {
      this.#options.budget.spendText(1, this.#eventBytes - this.#lineStart);
      this.#eventBytes = this.#lineStart;
      return;
    }
    this.#append(lineEnd);
    this.#lineStart = this.#eventBytes;
    this.#lineCount += 1;
  }

  #clear(): void {
    if (this.#event.length > smallestRoom) this.#event = Buffer.alloc(smallestRoom);
    this.#eventBytes = 0;
    this.#lineStart = 0;
    this.#lineCount = 0;
    this.#looks = 0;
  }

  /** A connection that breaks right after an event that only lacks its blank line has sent it. */
  #end(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    const isTaken = this.#complete(controller, error === null);
    const { unfinished } = this;
    this.#close();
    if (!isTaken && hasData(unfinished)) this.#watch.cut(unfinished.toString('utf8'));
    this.#watch.ended();
    if (error === null || isTaken) controller.close();
    else controller.error(error);
  }

  /** Passes the unfinished event on if only its blank line is missing. */
  #complete(controller: ReadableStreamDefaultController<Uint8Array>, isEnd: boolean): boolean {
    if (this.#eventBytes === 0 || this.#lineCount > mostLines) return false;
    const text = this.unfinished.toString('utf8');
    if (!isWhole(text, isEnd || !this.#isInLine)) return false;
    this.#clear();
    controller.enqueue(Buffer.from(text.endsWith('\n') ? `${text}\n` : `${text}\n\n`));
    this.#watch.completed(JSON.stringify(text.slice(-endingChars)));
    return true;
  }

  #startTimer(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (this.#eventBytes === 0 && this.#looks > 0) return;
    const wait = this.#options.quietMs * 2 ** this.#looks;
    this.#timer = setTimeout(() => this.#look(controller), wait);
    // Whoever waits for the answer has a timer that keeps the process.
    this.#timer.unref();
  }

  #look(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#timer = null;
    this.#looks += 1;
    if (this.#complete(controller, false)) return this.#startTimer(controller);
    if (this.#options.isWanted()) return;
    this.#close();
    controller.close();
    void this.#reader.cancel().catch(() => {});
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#watch.closed();
  }
}

const hasData = (event: Buffer): boolean => /^data:/m.test(event.toString('utf8'));

/**
 * Whether an event without its blank line has all it can have: its data is JSON-RPC, or a line that
 * has ended names the endpoint of the older transport.
 */
function isWhole(text: string, isLineEnded: boolean): boolean {
  let event = '';
  const data: string[] = [];
  for (const line of text.split('\n')) {
    const value = /^(event|data):? ?(.*)$/s.exec(line);
    if (value?.[1] === 'event') event = value[2] ?? '';
    if (value?.[1] === 'data') data.push(value[2] ?? '');
  }
  if (data.length === 0) return false;
  if (event === 'endpoint') return isLineEnded && data.join('') !== '';
  try {
    const json: unknown = JSON.parse(data.join('\n'));
    return Array.isArray(json) ? json.every(isMessage) : isMessage(json);
  } catch {
    return false;
  }
}

/**
 * A stream that dropped is resumed where it ended (`Last-Event-ID`), for as long as the server may
 * be restarting: the SDK's own two tries are over after three seconds, and nothing would be heard
 * any more. The server may name a shorter wait.
 */
export const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 30,
};

/** Nobody waits longer for a stream, in ms, whatever the server asks. */
const longestWait = 15 * 60_000;

/** Whether the same request may succeed a little later. */
export const maySucceedLater = (refusal: HttpRefusal): boolean =>
  adviceOn({ reason: refusalReason(refusal) }).fixesItself;

/**
 * When a stream that dropped is asked for again, as the SDK wants it. `refused` is what the last
 * try was told, null when it was not refused; `over` is told where no try can succeed any more.
 */
export const resuming =
  (refused: () => HttpRefusal | null, over: (refusal: HttpRefusal) => void) =>
  (reconnect: () => void, delay: number): (() => void) => {
    const refusal = refused();
    if (refusal !== null && !maySucceedLater(refusal)) {
      over(refusal);
      return () => {};
    }
    const wait = Math.max(delay, Math.min(refusal?.retryAfterMs ?? 0, longestWait));
    const timer = setTimeout(reconnect, wait);
    return () => clearTimeout(timer);
  };
