import type { ChildProcess } from 'node:child_process';
import type { RequestId } from '@modelcontextprotocol/client';
import type { ConnectionFailure, NotStarted } from '../../shared/model/server.ts';
import { limits } from '../core/limits.ts';
import { visible } from '../core/text.ts';
import { type ConnectionBounds, PacedPipe, PipeBudget } from './pipe-budget.ts';
import { endChild, killChild, startChild, type ChildCommand } from './child.ts';
import { LineSplitter, idsBehindText, readBrokenLine } from './lines.ts';
import { isObject, type WireMessage } from './recorder.ts';
import { graceMs, UnaskedRows } from './unasked-messages.ts';
import type { ServerNoise, StrayLines } from '../engine/ports/session.ts';
import { whyNotStarted, type StderrTail } from './start-failure.ts';
import { WatchedTransport, type LateAnswer, type WatchedOptions } from './watched-transport.ts';
import { quoted } from '../../shared/quote-text.ts';
import { exactSize, grouped } from '../../shared/size-text.ts';

export interface StdioOptions extends WatchedOptions {
  readonly command: ChildCommand;
  readonly bounds: ConnectionBounds;
  readonly stderr: StderrTail;
  /** Masks secrets and control characters of a text that is going to be shown. */
  readonly shown: (text: string) => string;
  /** The same of a text whose beginning may be gone. */
  readonly shownCut: (text: string) => string;
}

/** A server that does not read gets no answers to its own requests once this much waits. */
const unreadBytes = 1024 * 1024;
const stderrLinesShown = 20;
/** Of stderr, so much is looked at in one go, in bytes. */
const stderrSlice = 16 * 1024;
const newline = 0x0a;
/** After a Content-Length line, so long may a first message come that is a line (ms). */
const framingMs = 1_000;
/** How long a notification isn't passed on again in the same words, and how many of them (ms). */
const repeatMs = 250;
const mostSaid = 16;
/** Of a line that is never ended, so much is looked at for its words. */
const halfBytes = 4 * 1024;

/**
 * One server as a child process: a JSON message per line. The child controls stdout, stderr,
 * its exit and its own children; a frame over `responseBytes`, too much that is not a
 * message, or its end closes the connection with the reason, and memory stays bounded.
 */
export class StdioTransport extends WatchedTransport {
  /** With `stderr`, how the SDK recognises a stdio transport. */
  pid: number | null = null;
  readonly stderr = null;
  readonly #options: StdioOptions;
  #child: ChildProcess | null = null;
  #outgoing: string[] = [];
  #flushing = false;
  #splitter: LineSplitter | null = null;
  /** The line under way was said to be half an answer. */
  #unended = false;
  #strayLines = 0;
  #firstStray: string | null = null;
  #starting: Promise<void> | null = null;
  readonly #unasked: Readonly<Record<ServerNoise['pipe'], PipeBudget>>;
  #pipes: readonly PacedPipe[] = [];
  #stdout: PacedPipe | null = null;
  readonly #rows: UnaskedRows;
  /** Notifications of the last moment, word for word, and whether each has come again since. */
  readonly #said = new Map<string, boolean>();
  #saying: ReturnType<typeof setTimeout> | null = null;
  readonly #waited = { stdout: 0, stderr: 0 };
  readonly #nextNoise = { stdout: 0, stderr: 0 };
  #stderrLine: string | null = '';
  #closing: Promise<void> | null = null;
  #framing: ReturnType<typeof setTimeout> | null = null;
  /** Calls whose answers may have been on a line with something else, and what to say of them. */
  readonly #doubts = new Map<number, string>();
  #doubting: ReturnType<typeof setTimeout> | null = null;

  constructor(options: StdioOptions) {
    super(options);
    this.#options = options;
    this.#rows = new UnaskedRows(options.now, options.recorder);
    this.#unasked = {
      stdout: new PipeBudget(options.now, options.relays),
      stderr: new PipeBudget(options.now),
    };
  }

  /** The SDK's client starts what has been started already. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  override get isPipe(): boolean {
    return true;
  }

  override hold(isHeld: boolean): void {
    this.#stdout?.hold(isHeld);
  }

  override drained(): Promise<void> | null {
    const stdin = this.#child?.stdin;
    if (stdin?.writableNeedDrain !== true) return null;
    return new Promise((resolve) => {
      for (const event of ['drain', 'close'] as const) stdin.once(event, () => resolve());
    });
  }

  protected override get isBehind(): boolean {
    return this.#unasked.stdout.isBehind;
  }

  #start(): Promise<void> {
    return new Promise((resolve, reject) => {
      let child: ChildProcess;
      try {
        child = startChild(this.#options.command);
      } catch (error) {
        this.#spawnFailed(error);
        reject(error as Error);
        return;
      }
      this.#child = child;
      this.pid = child.pid ?? null;
      child.once('spawn', () => resolve());
      child.once('error', (error) => {
        this.#spawnFailed(error);
        reject(error);
      });
      this.#listen(child);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Ends the process and its children at once, without the patience of `close`. */
  abandon(failure: ConnectionFailure): Promise<void> {
    const child = this.#child;
    this.#closing ??= child === null ? Promise.resolve() : killChild(child);
    this.ended(failure);
    return this.#closing;
  }

  protected override get sendsText(): boolean {
    return true;
  }

  protected transmit(message: WireMessage, raw: string): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.failure !== null || stdin == null || !stdin.writable)
      return Promise.reject(new Error(this.failure?.message ?? 'The connection is closed.'));
    if (message['method'] === undefined && stdin.writableLength > unreadBytes)
      return Promise.resolve();
    this.#outgoing.push(raw);
    if (!this.#flushing) {
      this.#flushing = true;
      // Requests made in one go leave in one write, and early: the server works meanwhile.
      queueMicrotask(() => {
        this.#flushing = false;
        const lines = this.#outgoing;
        this.#outgoing = [];
        if (stdin.writable) stdin.write(`${lines.join('\n')}\n`);
      });
    }
    return Promise.resolve();
  }

  #listen(child: ChildProcess): void {
    const { bounds, stderr } = this.#options;
    const splitter = (this.#splitter = new LineSplitter(
      bounds.responseBytes,
      (line, isText) => this.#line(line, isText),
      () =>
        this.#breakOff(
          'too-large',
          `The server sent a message larger than ${exactSize(bounds.responseBytes)}.`,
        ),
    ));
    const stdoutBudget = this.#unasked.stdout;
    const isEnough = (): boolean => stdoutBudget.isSliceSpent;
    this.#stdout = this.#paced(child, 'stdout', (chunk, offset) =>
      this.failure === null ? splitter.push(chunk, offset, isEnough) : chunk.length,
    );
    this.#pipes = [
      this.#stdout,
      this.#paced(child, 'stderr', (chunk, offset) => {
        const piece = chunk.subarray(offset, offset + stderrSlice);
        stderr.push(piece);
        this.#unasked.stderr.spendText(newlinesIn(piece), piece.length);
        this.#stderrText(piece);
        return offset + piece.length;
      }),
    ].filter((pipe) => pipe !== null);
    // A child that stopped reading or writing says so by its exit.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
    child.once('exit', (code, signal) => {
      // What it wrote last may still be in the pipe; a grandchild may hold the pipe for ever.
      const finish = (): void => {
        clearTimeout(timer);
        for (const pipe of this.#pipes) pipe.drain();
        // Somebody whom it started may hold the pipes and go on writing.
        child.stdout?.destroy();
        child.stderr?.destroy();
        if (this.#closing === null)
          this.ended(
            this.#failure('exited', `${exitMessage(code, signal, this.#firstStray)}${this.#half}`, {
              exitCode: code,
              signal,
            }),
          );
      };
      const timer = setTimeout(finish, 200);
      child.once('close', finish);
      for (const pipe of this.#pipes) pipe.unpace();
    });
  }

  #paced(
    child: ChildProcess,
    pipe: ServerNoise['pipe'],
    take: (chunk: Buffer, offset: number) => number,
  ): PacedPipe | null {
    const stream = child[pipe];
    if (stream === null) return null;
    return new PacedPipe({
      stream,
      budget: this.#unasked[pipe],
      take,
      after: (ms, run) => void (ms === 0 ? setImmediate(run) : setTimeout(run, ms).unref()),
      onWait: (ms) => this.#onWait(pipe, ms),
    });
  }

  #onWait(pipe: ServerNoise['pipe'], ms: number): void {
    this.#waited[pipe] += ms;
    const { lines, bytes } = this.#unasked[pipe].noise;
    if (this.#waited[pipe] < limits.noisyMs || bytes < this.#nextNoise[pipe]) return;
    this.#nextNoise[pipe] = bytes * 10;
    this.noise = { pipe, lines, bytes };
    this.onnoise?.(this.noise);
  }

  #line(line: string, isText: boolean): void {
    if (this.failure !== null) return;
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() === '') return;
    if (!this.heard && /^content-length:\s*\d+\s*$/i.test(text)) this.#framed();
    // Other text first, and cheaply: a server may write millions of such lines.
    if (!/^\s*\{/.test(text)) {
      this.#unasked.stdout.spend('line', line.length);
      this.#behindText(text);
      return this.#skip(text);
    }
    if (this.#isRepeated(text)) return;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      this.#unasked.stdout.spend('message', line.length);
      this.#broken(text);
      return this.#skip(text);
    }
    if (isObject(json) && json['id'] === undefined && typeof json['method'] === 'string')
      this.#say(text);
    if (this.deliver(json, text, isText)) return;
    this.#unasked.stdout.spend('message', line.length);
    if (isObject(json) && (json['result'] !== undefined || json['error'] !== undefined))
      this.#doubt([json['id']], 'The server answered without "jsonrpc": "2.0".');
    this.#stray(text);
  }

  /**
   * A notification in the words of one that was passed on a moment ago says nothing new: where
   * there are very many, the last of each is passed on when the moment is over.
   */
  #isRepeated(text: string): boolean {
    // Without any there's no text to compare: that costs a look at every character.
    if (this.#said.size === 0 || !this.#said.has(text)) return false;
    this.#unasked.stdout.spend('line', text.length);
    this.#said.set(text, true);
    return true;
  }

  #say(text: string): void {
    if (!this.#unasked.stdout.isTight || this.#said.size >= mostSaid) return;
    this.#said.set(text, false);
    this.#saying ??= setTimeout(() => {
      this.#saying = null;
      const said = [...this.#said];
      this.#said.clear();
      if (this.failure === null)
        for (const [again, isRepeated] of said)
          if (isRepeated) this.deliver(JSON.parse(again), again);
    }, repeatMs);
    this.#saying.unref();
  }

  protected override takeUnasked(chars: number): boolean {
    this.#unasked.stdout.spend('message', chars);
    return this.#rows.take();
  }

  /**
   * Framing as language servers have it: such a server waits for headers too, so nothing is gained
   * by waiting for it. A line like that in a log is followed by messages.
   */
  #framed(): void {
    this.#framing ??= setTimeout(() => {
      if (!this.heard)
        this.#breakOff(
          'protocol',
          'The server frames its messages with Content-Length headers. ' +
            'MCP over standard input and output takes one JSON message per line.',
        );
    }, framingMs);
    this.#framing.unref();
  }

  /** A line that isn't JSON: every call whose id can be read on it is a suspect. */
  #broken(text: string): void {
    const broken = readBrokenLine(text);
    if (broken === null) return;
    this.blame(broken.ids, broken.message);
    if (broken.hasUnnamed) this.missAnswer(broken.message);
  }

  #behindText(text: string): void {
    const ids = idsBehindText(text);
    if (ids.length > 0)
      this.#doubt(
        ids,
        text.trimStart().startsWith('[')
          ? 'The server answered in a JSON-RPC batch, which MCP doesn’t have.'
          : 'The server wrote other text before its answer, on the same line.',
      );
  }

  /** Calls whose answers may have been spoiled, unless they follow within a moment. */
  #doubt(ids: readonly unknown[], message: string): void {
    for (const id of ids)
      if (typeof id === 'number' && this.calls.has(id)) this.#doubts.set(id, message);
    if (this.#doubts.size === 0) return;
    this.#doubting ??= setTimeout(() => {
      this.#doubting = null;
      if (this.isBehind) return this.#doubt([], '');
      const doubts = [...this.#doubts].filter(([id]) => this.calls.has(id));
      this.#doubts.clear();
      for (const [id, message] of doubts) this.blame([id], message);
    }, graceMs);
    this.#doubting.unref();
  }

  /** A line that's no message; one whose missing end was blamed on its answer is no stray line. */
  #skip(text: string): void {
    if (!this.#unended) return this.#stray(text);
    this.#unended = false;
    this.#options.recorder.text('received', text);
  }

  /**
   * A banner, a log, a broken line: skipped and counted, however many, and whenever they come. The
   * server decides how many, so no more than the first are kept.
   */
  #stray(text: string): void {
    const { bounds, recorder, shown } = this.#options;
    this.#strayLines += 1;
    this.#firstStray ??= shown(text);
    if (this.#strayLines <= bounds.strayLinesKept) recorder.text('received', text);
    if (this.#strayLines === bounds.strayLinesKept)
      recorder.text('note', 'More lines on stdout that aren’t messages are only counted.');
  }

  /** What came on stdout beside messages; null where nothing did. */
  get stray(): StrayLines | null {
    return this.#firstStray === null ? null : { lines: this.#strayLines, first: this.#firstStray };
  }

  /** Lines for the log; past what it keeps, up to the next whole line nothing is even decoded. */
  #stderrText(bytes: Buffer): void {
    let start = 0;
    if (this.#stderrLine === null) {
      if (!bytes.includes(newline) || !this.#rows.take()) return;
      start = bytes.indexOf(newline) + 1;
      this.#stderrLine = '';
    }
    for (let end = bytes.indexOf(newline, start); end !== -1;) {
      const line = (this.#stderrLine + bytes.toString('utf8', start, end)).replace(/\r$/, '');
      this.#stderrLine = '';
      start = end + 1;
      end = bytes.indexOf(newline, start);
      if (line === '') continue;
      this.#options.recorder.text('stderr', line);
      if (!this.#rows.take()) {
        this.#stderrLine = null;
        return;
      }
    }
    this.#stderrLine = (this.#stderrLine + bytes.toString('utf8', start)).slice(-8_192);
  }

  #breakOff(reason: ConnectionFailure['reason'], message: string): void {
    void this.abandon(this.#failure(reason, message));
  }

  #spawnFailed(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code;
    const { command: given, shown } = this.#options;
    const { text, spawn } =
      code === undefined
        ? { text: (error as Error).message, spawn: undefined }
        : whyNotStarted(given, code, process.platform);
    const failure = this.#failure('spawn', shown(`Couldn’t start ${given.command}: ${text}.`));
    this.ended(spawn === undefined ? failure : { ...failure, spawn: shownSpawn(spawn, shown) });
  }

  async #end(): Promise<void> {
    const child = this.#child;
    const failure = this.#failure('closed', 'The connection was closed.');
    this.calls.failAll({ reason: 'closed', message: failure.message });
    if (child !== null && this.failure?.reason !== 'spawn')
      await endChild(child, this.#options.bounds.closeMs);
    this.ended(failure);
  }

  /** Says so while the line may still end: a server may write it slowly. */
  protected override begun(id: RequestId): 'line' | null {
    return this.#isHalfAnswer(id) ? 'line' : null;
  }

  /** Beside other calls, the half line may be the answer to one of those, still on its way. */
  #isHalfAnswer(id: unknown): boolean {
    const half = this.#splitter?.unfinished(halfBytes) ?? '';
    const ids = half.match(/"id"\s*:\s*"?\d+/g) ?? [];
    return ids.length === 0
      ? half.startsWith('{') && this.calls.size === 1
      : ids.some((found) => /\d+$/.exec(found)?.[0] === String(id));
  }

  override late(id: unknown, ms: number): LateAnswer {
    const { message } = super.late(id, ms);
    if (id === null) return { message: `${message}${this.#half}` };
    if (!this.#isHalfAnswer(id)) return { message };
    this.#unended = true;
    return { message: `${message}${this.#half}`, cause: { reason: 'half-answer' } };
  }

  /** A line whose end never came, which may well be the answer; said after a sentence. */
  get #half(): string {
    const text = this.#splitter?.unfinished(halfBytes) ?? '';
    return text === ''
      ? ''
      : ` It wrote an unfinished line to standard output: ${quoted(this.#options.shown(text))}.`;
  }

  #failure(
    reason: ConnectionFailure['reason'],
    message: string,
    exit: { exitCode?: number | null; signal?: string | null } = {},
  ): ConnectionFailure {
    return {
      reason,
      message,
      ...exit,
      stderr: this.#options.stderr.tail(stderrLinesShown).lines.map(this.#options.shownCut),
    };
  }

  /** The failure of a connection that a caller gave up, with what the process said so far. */
  givenUp(reason: ConnectionFailure['reason'], message: string): ConnectionFailure {
    const { stray } = this;
    const isText = stray !== null || this.#half !== '';
    // Text, and not one message: something else than a server is running.
    const why = reason === 'timeout' && isText && !this.heard ? 'garbage' : reason;
    if (stray === null) return this.#failure(why, message);
    const lines =
      stray.lines === 1
        ? 'one line that isn’t a message'
        : `${grouped(stray.lines)} lines that aren’t messages`;
    return this.#failure(why, `${message} It printed ${lines}: ${stray.first}`);
  }
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === newline) count += 1;
  return count;
}

/** A path that is masked or cut is none that anybody could give to a command. */
export const shownSpawn = (
  { why, path }: NotStarted,
  shown: (text: string) => string,
): NotStarted => (path !== undefined && shown(path) === path ? { why, path } : { why });

/** `printed`: what it printed besides messages, which is often the explanation. */
function exitMessage(
  code: number | null,
  signal: NodeJS.Signals | null,
  printed: string | null,
): string {
  const how =
    signal === null ? `exited with code ${visible(String(code))}` : `was ended by ${signal}`;
  return printed === null ? `The server ${how}.` : `The server ${how}. It printed: ${printed}`;
}
