import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../core/limits.ts';
import { HostSession, type HostSessionOptions } from '../session/session.ts';

const newline = 0x0a;
/** How long what was asked before the end of the input is still answered (ms). */
const lastAnswersMs = 5_000;

/**
 * One host over a pair of pipes: a JSON message a line. Resolves when the host has closed its end,
 * or sent a line of more than `limits.relayedBytes`, and everything is ended.
 */
export async function serveStdio(
  input: Readable,
  output: Writable,
  open: HostSessionOptions['open'],
  stopping: AbortSignal,
  collect: () => void = () => {},
): Promise<void> {
  const lines = new LineWriter(output, collect);
  const go = (): void => {
    if (lines.writing === null && !output.writableNeedDrain) session.hold(false);
  };
  const session = new HostSession({
    open,
    send(message) {
      if (lines.write(message)) return;
      session.hold(true);
      void lines.writing?.then(go);
    },
  });
  output.on('drain', go);
  const take = (line: string): void => {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      const error = { code: -32_700, message: 'This line isn’t valid JSON.' };
      lines.write({ jsonrpc: '2.0', id: null, error });
      return;
    }
    session.receive(value);
  };
  let ended = false;
  await new Promise<void>((done) => {
    let held: Buffer[] = [];
    let bytes = 0;
    input.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        const line = Buffer.concat([...held, chunk.subarray(start, end)]);
        held = [];
        bytes = 0;
        start = end + 1;
        take(line.toString('utf8'));
      }
      if (start < chunk.length) {
        held.push(chunk.subarray(start));
        bytes += chunk.length - start;
        if (bytes > limits.relayedBytes) return done();
      }
      const drained = session.drained();
      if (drained === null) return;
      // A server that doesn't read must push back on its host, not fill this process.
      input.pause();
      void drained.then(() => input.resume());
    });
    input.once('end', () => {
      ended = true;
      done();
    });
    for (const end of ['close', 'error'] as const) input.once(end, () => done());
    output.once('error', () => done());
    if (stopping.aborted) done();
    stopping.addEventListener('abort', () => done(), { once: true });
  });
  input.removeAllListeners('data');
  // A host that keeps its end open would keep this process, which was told to end.
  if (!ended) input.destroy();
  const answered = async (): Promise<void> => {
    await session.answeredAll();
    await lines.writing;
  };
  if (ended) await atMost(lastAnswersMs, answered(), output, stopping);
  await session.close();
}

/** Waits for the last answers, unless nobody can get them or somebody wants the end at once. */
async function atMost(
  ms: number,
  work: Promise<void>,
  output: Writable,
  stopping: AbortSignal,
): Promise<void> {
  if (stopping.aborted || output.destroyed) return;
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
    output.once('error', () => done());
    stopping.addEventListener('abort', () => done(), { once: true });
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}

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
