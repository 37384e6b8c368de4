import type { Readable, Writable } from 'node:stream';
import { limits } from '../../core/limits.ts';
import { LineWriter } from './line-writer.ts';
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
