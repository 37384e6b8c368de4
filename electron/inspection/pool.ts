import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileToInspect, Inspection } from '../core/findings/inspect.ts';
import { limits } from '../core/limits.ts';
import type { NotInspectedReason } from '../../shared/model/severity.ts';
import type { Inspector } from '../usecases/ports/findings.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export interface PoolOptions {
  /** The built folder with `worker.cjs` and the grammars beside it. */
  readonly folder: string;
  /** For one file, in ms; `limits.inspectMs` when absent. */
  readonly budgetMs?: number;
}

interface Job {
  readonly file: FileToInspect;
  readonly done: (inspection: Inspection) => void;
}

/**
 * One worker thread, made when a first file comes, that looks at one file after another. The attacker
 * writes the file: one that takes too long or brings the worker down costs its own inspection and
 * nothing else, and is said to be *not inspected*.
 */
export function createPool({ folder, budgetMs = limits.inspectMs }: PoolOptions): Inspector {
  const queue: Job[] = [];
  let worker: Worker | null = null;
  let current: (Job & { readonly id: number; readonly timer: NodeJS.Timeout }) | null = null;
  let source: Promise<string> | null = null;
  let ids = 0;
  let closed = false;

  const settle = (inspection: Inspection): void => {
    const job = current;
    current = null;
    if (job === null) return;
    clearTimeout(job.timer);
    job.done(inspection);
    void next();
  };
  const giveUp = (reason: NotInspectedReason, detail: string): void => {
    const gone = worker;
    worker = null;
    gone?.removeAllListeners();
    // A worker that ends after it was given up says nothing to anybody.
    gone?.on('error', () => {});
    void gone?.terminate();
    if (current !== null) settle(notInspected(current.file, reason, detail));
  };
  const hear = (from: Worker, message: FromWorker): void => {
    if (message.kind === 'inspected') {
      if (message.id === current?.id) settle(message.inspection);
      return;
    }
    // Electron 25 ended the whole app while a worker took some scripts through a grammar: there,
    // what wants one is counted as not inspected.
    if (process.versions['electron'] !== undefined) {
      tell(from, { kind: 'grammar', name: message.name, bytes: null });
      return;
    }
    const path = join(folder, grammarFile(message.name));
    void readFile(path)
      .then((packed) => unpack(packed))
      .catch(() => null)
      .then((bytes) => tell(from, { kind: 'grammar', name: message.name, bytes }));
  };
  const start = async (): Promise<Worker> => {
    source ??= readFile(join(folder, 'worker.cjs'), 'utf8');
    // As text and not as a file: a file inside the app's archive is none for a worker.
    const made = new Worker(await source, {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    made.on('message', (message: FromWorker) => hear(made, message));
    made.on('error', (error) => {
      if (worker === made) giveUp('crashed', error.name);
    });
    made.on('exit', () => {
      if (worker === made) giveUp('crashed', 'it ended');
    });
    return made;
  };
  const next = async (): Promise<void> => {
    if (current !== null || closed) return;
    const job = queue.shift();
    if (job === undefined) {
      // Nothing is under way: the thread keeps no command from ending.
      worker?.unref();
      return;
    }
    ids += 1;
    const timer = setTimeout(() => giveUp('too-slow', `over ${budgetMs / 1000} seconds`), budgetMs);
    current = { ...job, id: ids, timer };
    const { id } = current;
    try {
      worker ??= await start();
    } catch {
      giveUp('crashed', 'the rules could not be loaded');
      return;
    }
    if (current?.id !== id) return;
    worker.ref();
    tell(worker, { kind: 'inspect', id, file: job.file });
  };
  return {
    inspect: (file) =>
      new Promise((done) => {
        if (closed) done(notInspected(file, 'not-read', 'the program is ending'));
        else queue.push({ file, done });
        void next();
      }),
    async close() {
      closed = true;
      for (const { file, done } of queue.splice(0))
        done(notInspected(file, 'not-read', 'the program is ending'));
      giveUp('not-read', 'the program is ending');
    },
  };
}

const grammarFile = (name: string): string =>
  name === 'runtime' ? 'tree-sitter.wasm.br' : `tree-sitter-${name.replace(/[^a-z]/g, '')}.wasm.br`;

const unpack = promisify(brotliDecompress);

const tell = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

const notInspected = (
  { uri, digest }: FileToInspect,
  reason: NotInspectedReason,
  detail: string,
): Inspection => ({ findings: [], notInspected: [{ uri, digest, reason, detail }] });
