import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.ts';

/** What an owner is told of the rules that run outside. */
export interface InspectionListener {
  message(message: FromWorker): void;
  /** It ended unexpectedly; `detail` says how, in a few words. */
  ended(detail: string): void;
}

/** The rules, running elsewhere than in the thread that asks: in a thread, or in a process. */
export interface OutsideRules {
  post(message: ToWorker): void;
  /** To be called once, before anything is posted. */
  hear(told: InspectionListener): void;
  /** Whether it keeps the program from ending, as it does when it has just started. */
  hold(busy: boolean): void;
  /**
   * Processor time it has used so far, in ms: never less than it has, and null where it can't be
   * told.
   */
  cpuMs(): number | null;
  /** Ends it at once, whatever it is at. Nothing is told of it any more. */
  end(): void;
}

/** Starts the built worker at `path`; rejects where there is none. */
export type StartOutside = (path: string) => Promise<OutsideRules>;

/** Node would parse what's to be evaluated twice, which costs a large program a tenth of a second. */
const runText = `
  const { compileFunction } = require('node:vm');
  const { workerData } = require('node:worker_threads');
  compileFunction(workerData, ['require'])(require);
`;

/** A thread: what brings down more than a thread takes the program along. */
export const startThread: StartOutside = async (path) => {
  // As text and not as a file: a package's own executable has no file for a worker.
  const worker = new Worker(runText, {
    eval: true,
    workerData: await readFile(path, 'utf8'),
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return {
    post: (message) => worker.postMessage(message),
    hear(told) {
      worker.on('message', (message: FromWorker) => told.message(message));
      worker.on('error', (error) => told.ended(error.name));
      worker.on('exit', () => told.ended('it ended'));
    },
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    // Of the whole program: Node 20 doesn't tell it per thread, and the others mostly wait.
    cpuMs() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    end() {
      worker.removeAllListeners();
      // One that ends after it was given up says nothing to anybody.
      worker.on('error', () => {});
      void worker.terminate();
    },
  };
};
