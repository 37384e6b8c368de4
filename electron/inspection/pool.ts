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
  /** For one file, in ms of processor time; `limits.inspectMs` when absent. */
  readonly budgetMs?: number;
}

/** On a busy machine, a file may take this many times its budget. */
const longest = 12;
/** How often to look at what a file has used, once its budget could be gone (ms). */
const lookMs = 250;

interface Job {
  readonly file: FileToInspect;
  readonly server: string;
  readonly done: (inspection: FileInspection) => void;
}

/**
 * One worker outside, started when a first file comes, that looks at one file after another, of
 * each server in its turn. The attacker writes the file: one that takes too long or brings the
 * worker down costs its own inspection and nothing else, and is said to be *not inspected*; the
 * next file has a new worker.
 */
export function createPool(options: PoolOptions): FileInspector {
  return new InspectionPool(options);
}

class InspectionPool implements FileInspector {
  readonly #folder: string;
  readonly #start: StartOutside;
  readonly #budgetMs: number;
  readonly #turns = new FairQueue<Job>();
  #worker: { readonly outside: OutsideRules; ready: boolean } | null = null;
  #current: (Job & { readonly id: number; timer: NodeJS.Timeout; since: number }) | null = null;
  #ids = 0;
  #closed = false;

  constructor({ folder, start = startThread, budgetMs = limits.inspectMs }: PoolOptions) {
    this.#folder = folder;
    this.#start = start;
    this.#budgetMs = budgetMs;
  }

  inspect(file: FileToInspect, server: string): Promise<FileInspection> {
    return new Promise((done) => {
      if (this.#closed) done(notInspected(file, 'not-read', 'the program is ending'));
      else this.#turns.add(server, { file, server, done });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { file, done } of this.#turns.takeAll())
      done(notInspected(file, 'not-read', 'the program is ending'));
    this.#giveUp('not-read', 'the program is ending');
  }

  #settle(inspection: FileInspection): void {
    const job = this.#current;
    this.#current = null;
    if (job === null) return;
    clearTimeout(job.timer);
    this.#turns.took(job.server, performance.now() - job.since);
    job.done(inspection);
    this.#next();
  }

  #giveUp(reason: NotInspectedReason, detail: string): void {
    this.#worker?.outside.end();
    this.#worker = null;
    if (this.#current !== null) this.#settle(notInspected(this.#current.file, reason, detail));
  }

  async #begin(id: number): Promise<void> {
    let outside: OutsideRules;
    try {
      outside = await this.#start(join(this.#folder, 'worker.cjs'));
    } catch {
      if (this.#current?.id === id) this.#giveUp('crashed', 'the rules could not be loaded');
      return;
    }
    // It was given up while it started.
    if (this.#current?.id !== id) {
      outside.end();
      return;
    }
    this.#worker = { outside, ready: false };
    outside.hear({
      message: (message) => this.#hear(outside, message),
      ended: (detail) => {
        if (this.#worker?.outside === outside) this.#giveUp('crashed', detail);
      },
    });
  }

  #hear(from: OutsideRules, message: FromWorker): void {
    if (this.#worker?.outside !== from) return;
    if (message.kind === 'wants-grammar')
      void readGrammar(this.#folder, message.name).then((bytes) =>
        from.post({ kind: 'grammar', name: message.name, bytes }),
      );
    else if (message.kind === 'ready') {
      // Said again it would give a file more time.
      if (!this.#worker.ready) this.#hand(from);
      this.#worker.ready = true;
    } else if (message.id !== this.#current?.id) return;
    else if (message.kind === 'threw') this.#giveUp('crashed', message.name);
    else this.#settle(message.inspection);
  }

  #hand(to: OutsideRules): void {
    if (this.#current === null) return;
    const { id, file } = this.#current;
    clearTimeout(this.#current.timer);
    // That the worker had to be started is no file's doing.
    this.#current.since = performance.now();
    this.#wait(to, to.cpuMs(), this.#budgetMs);
    to.hold(true);
    to.post({ kind: 'inspect', id, file });
  }

  /** @param before processor time when the file was handed over; @param ms until it's looked at. */
  #wait(to: OutsideRules, before: number | null, ms: number): void {
    const current = this.#current;
    if (current === null) return;
    current.timer = setTimeout(() => {
      const now = to.cpuMs();
      const used = before === null || now === null ? this.#budgetMs : now - before;
      // What is found in a file must not depend on what else the machine has to do.
      if (used < this.#budgetMs && performance.now() - current.since < longest * this.#budgetMs)
        this.#wait(to, before, Math.max(this.#budgetMs - used, lookMs));
      else this.#giveUp('too-slow', `over ${this.#budgetMs / 1000} seconds`);
    }, ms);
  }

  #next(): void {
    if (this.#current !== null || this.#closed) return;
    const job = this.#turns.take();
    if (job === undefined) {
      // Nothing is under way: the worker keeps no command from ending.
      this.#worker?.outside.hold(false);
      return;
    }
    this.#ids += 1;
    // A busy machine takes its time to start one, which is no file's fault.
    const timer = setTimeout(
      () => this.#giveUp('crashed', 'the rules did not start'),
      limits.inspectorStartMs,
    );
    this.#current = { ...job, id: this.#ids, timer, since: performance.now() };
    if (this.#worker === null) void this.#begin(this.#ids);
    else if (this.#worker.ready) this.#hand(this.#worker.outside);
  }
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
