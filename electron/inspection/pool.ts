import { join } from 'node:path';
import { noFacts } from '../core/findings/fact-lists.ts';
import type { FileToInspect, FileInspection } from '../core/findings/inspect.ts';
import { limits } from '../core/limits.ts';
import type { NotInspectedReason } from '../../shared/model/severity.ts';
import type { FileInspector } from '../engine/ports/findings.ts';
import type { FromWorker } from './messages.ts';
import { type OutsideRules, type StartOutside, startThread } from './outside-rules.ts';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

export interface PoolOptions {
  /** The built folder with `worker.cjs` and the grammars beside it. */
  readonly folder: string;
  /** Starts what looks at files; a thread when absent. */
  readonly start?: StartOutside;
  /** For one file, in ms; `limits.inspectMs` when absent. */
  readonly budgetMs?: number;
}

interface Job {
  readonly file: FileToInspect;
  readonly server: string;
  readonly done: (inspection: FileInspection) => void;
}

/**
 * One worker outside, started when a first file comes, that looks at one file after another, of each
 * server in its turn. The attacker writes the file: one that takes too long or brings the worker down costs its own
 * inspection and nothing else, and is said to be *not inspected*; the next file has a new worker.
 */
export function createPool({
  folder,
  start = startThread,
  budgetMs = limits.inspectMs,
}: PoolOptions): FileInspector {
  const turns = new FairQueue<Job>();
  let worker: { readonly outside: OutsideRules; ready: boolean } | null = null;
  let current: (Job & { readonly id: number; timer: NodeJS.Timeout; since: number }) | null = null;
  let ids = 0;
  let closed = false;

  const settle = (inspection: FileInspection): void => {
    const job = current;
    current = null;
    if (job === null) return;
    clearTimeout(job.timer);
    turns.took(job.server, performance.now() - job.since);
    job.done(inspection);
    next();
  };
  const giveUp = (reason: NotInspectedReason, detail: string): void => {
    worker?.outside.end();
    worker = null;
    if (current !== null) settle(notInspected(current.file, reason, detail));
  };
  const begin = async (id: number): Promise<void> => {
    let outside: OutsideRules;
    try {
      outside = await start(join(folder, 'worker.cjs'));
    } catch {
      if (current?.id === id) giveUp('crashed', 'the rules could not be loaded');
      return;
    }
    // It was given up while it started.
    if (current?.id !== id) {
      outside.end();
      return;
    }
    worker = { outside, ready: false };
    outside.hear({
      message: (message) => hear(outside, message),
      ended: (detail) => {
        if (worker?.outside === outside) giveUp('crashed', detail);
      },
    });
  };
  const hear = (from: OutsideRules, message: FromWorker): void => {
    if (worker?.outside !== from) return;
    if (message.kind === 'wants-grammar')
      void readGrammar(folder, message.name).then((bytes) =>
        from.post({ kind: 'grammar', name: message.name, bytes }),
      );
    else if (message.kind === 'ready') {
      // Said again it would give a file more time.
      if (!worker.ready) hand(from);
      worker.ready = true;
    } else if (message.id !== current?.id) return;
    else if (message.kind === 'threw') giveUp('crashed', message.name);
    else settle(message.inspection);
  };
  const hand = (to: OutsideRules): void => {
    if (current === null) return;
    const { id, file } = current;
    clearTimeout(current.timer);
    // That the worker had to be started is no file's doing.
    current.since = performance.now();
    current.timer = setTimeout(
      () => giveUp('too-slow', `over ${budgetMs / 1000} seconds`),
      budgetMs,
    );
    to.hold(true);
    to.post({ kind: 'inspect', id, file });
  };
  const next = (): void => {
    if (current !== null || closed) return;
    const job = turns.take();
    if (job === undefined) {
      // Nothing is under way: the worker keeps no command from ending.
      worker?.outside.hold(false);
      return;
    }
    ids += 1;
    // A busy machine takes its time to start one, which is no file's fault.
    const timer = setTimeout(
      () => giveUp('crashed', 'the rules did not start'),
      limits.inspectorStartMs,
    );
    current = { ...job, id: ids, timer, since: performance.now() };
    if (worker === null) void begin(ids);
    else if (worker.ready) hand(worker.outside);
  };
  return {
    inspect: (file, server) =>
      new Promise((done) => {
        if (closed) done(notInspected(file, 'not-read', 'the program is ending'));
        else turns.add(server, { file, server, done });
        next();
      }),
    async close() {
      closed = true;
      for (const { file, done } of turns.takeAll())
        done(notInspected(file, 'not-read', 'the program is ending'));
      giveUp('not-read', 'the program is ending');
    },
  };
}

const notInspected = (
  { uri, digest }: FileToInspect,
  reason: NotInspectedReason,
  detail: string,
): FileInspection => ({
  findings: [],
  notInspected: [{ uri, digest, reason, detail }],
  traces: [],
  facts: noFacts,
});

const unpack = promisify(brotliDecompress);

/**
 * The parser's own WebAssembly (`runtime`) or that of a language, from the built folder; null where
 * it has none. A name comes from where hostile files are looked at, and never leaves the folder.
 */
async function readGrammar(folder: string, name: string): Promise<Uint8Array | null> {
  const language = name === 'runtime' ? '' : `-${name.replace(/[^a-z]/g, '')}`;
  try {
    return await unpack(await readFile(join(folder, `tree-sitter${language}.wasm.br`)));
  } catch {
    return null;
  }
}

interface Queue<T> {
  readonly jobs: T[];
  /** Time that its jobs took (ms), and as much as the others had when it came back to wait. */
  used: number;
}

/**
 * Jobs of several servers: next is one of the server whose jobs have taken the least time. The
 * attacker is a server whose files take long: they wait behind those of the others.
 */
export class FairQueue<T> {
  readonly #queues = new Map<string, Queue<T>>();
  /** What the server had used that was taken last: nobody saves up turns while away. */
  #least = 0;

  add(server: string, job: T): void {
    const queue = this.#queues.get(server) ?? { jobs: [], used: 0 };
    if (queue.jobs.length === 0) queue.used = Math.max(queue.used, this.#least);
    queue.jobs.push(job);
    this.#queues.set(server, queue);
  }

  /** The next job, taken out. */
  take(): T | undefined {
    let next: Queue<T> | null = null;
    for (const queue of this.#queues.values())
      if (queue.jobs.length > 0 && (next === null || queue.used < next.used)) next = queue;
    if (next === null) return undefined;
    this.#least = next.used;
    return next.jobs.shift();
  }

  /** A job of this server took so long. */
  took(server: string, ms: number): void {
    const queue = this.#queues.get(server);
    if (queue !== undefined) queue.used += ms;
  }

  /** All that wait, taken out. */
  takeAll(): T[] {
    return [...this.#queues.values()].flatMap(({ jobs }) => jobs.splice(0));
  }
}
