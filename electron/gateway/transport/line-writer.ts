import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** From so much text on, copies of a message matter more than the time it takes to avoid them. */
const longChars = 8 * 1_048_576;
const pieceChars = 1_048_576;
/**
 * Of a message, so many values are looked at: one that has more is small things, not a long text.
 */
const mostLooked = 500;

/**
 * Writes messages to a host, one a line and in order. A long one is written in pieces, as the host
 * takes them, and everything it isn't needed for any more is collected first: as a whole it would
 * be in memory four or five times (build/decisions/large-messages.md).
 */
export class LineWriter {
  readonly #output: Writable;
  readonly #collect: () => void;
  /** What waits behind a long message. */
  readonly #waiting: unknown[] = [];
  #writing: Promise<void> | null = null;

  /** `collect` collects garbage. */
  constructor(output: Writable, collect: () => void) {
    this.#output = output;
    this.#collect = collect;
  }

  /** Null once everything was given to the pipe. */
  get writing(): Promise<void> | null {
    return this.#writing;
  }

  /** False if the host has to read before more is written. */
  write(message: unknown): boolean {
    if (this.#writing === null && !isLong(message))
      return this.#output.write(`${JSON.stringify(message)}\n`);
    this.#waiting.push(message);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return false;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#output.destroyed) {
      if (!isLong(this.#waiting[0])) {
        if (!this.#output.write(this.#next())) await this.#drained();
        continue;
      }
      // Whoever sent it has ended by then and holds neither the server's line nor the message.
      await nextTurn();
      this.#collect();
      await this.#writePieces(this.#next());
      this.#collect();
    }
    this.#waiting.length = 0;
  }

  #next(): string {
    return `${JSON.stringify(this.#waiting.shift())}\n`;
  }

  async #writePieces(text: string): Promise<void> {
    await nextTurn();
    this.#collect();
    for (let from = 0; from < text.length && !this.#output.destroyed;) {
      const to = endOfPiece(text, from + pieceChars);
      if (!this.#output.write(text.slice(from, to))) await this.#drained();
      from = to;
    }
  }

  #drained(): Promise<void> {
    const output = this.#output;
    if (output.destroyed || !output.writableNeedDrain) return Promise.resolve();
    return new Promise((done) => {
      const end = (): void => {
        for (const event of ['drain', 'close', 'error']) output.off(event, end);
        done();
      };
      for (const event of ['drain', 'close', 'error']) output.on(event, end);
    });
  }
}

/** Cut between the halves of a character, both would be written as another one. */
function endOfPiece(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end + 1 : end;
}

function isLong(message: unknown): boolean {
  const open: unknown[] = [message];
  let chars = 0;
  for (let at = 0; at < open.length && at < mostLooked; at += 1) {
    const value = open[at];
    if (typeof value === 'string') chars += value.length;
    else if (typeof value === 'object' && value !== null)
      for (const key in value) {
        if (open.length >= mostLooked) break;
        open.push((value as Record<string, unknown>)[key]);
      }
    if (chars >= longChars) return true;
  }
  return false;
}
