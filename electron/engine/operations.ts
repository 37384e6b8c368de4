import type { AppEvent, RequestInput } from '../../shared/contract.ts';
import type { NotDone, Operation, OperationKind } from '../../shared/model/operation.ts';
import { mostNamed } from '../../shared/model/plain.ts';
import type { SystemClock, IdSource } from './ports/machine.ts';

export interface WorkProgress {
  /**
   * `total` null while it is not known. `at`: what it is at, in words, told at once as it changes.
   */
  report(done: number, total: number | null, failed: number, at?: string): void;
}

/** How work ended: one line for people, and what did not go well. */
export interface EndedWork {
  readonly message: string;
  readonly notDone?: readonly NotDone[];
  /** Nothing of it came about. */
  readonly isFailure?: boolean;
  /** Decisions that it made, as `undo` takes them. */
  readonly undo?: UndoItems;
}
export type UndoItems = RequestInput<'undo'>['items'];

export interface RunningWork {
  readonly kind: OperationKind;
  /** Null where the work is not about one server, or not about one skill. */
  readonly server?: string | null;
  readonly uri?: string | null;
  readonly total?: number;
  /** False where it is done as a whole or not at all. */
  readonly stoppable?: boolean;
}

/**
 * Long work: has an id, reports at most ten times a second, can be cancelled, and its end is kept.
 */
export interface OperationRunner {
  start(
    work: RunningWork,
    run: (signal: AbortSignal, progress: WorkProgress) => Promise<EndedWork>,
  ): { readonly operationId: string; readonly finished: Promise<void> };
  cancel(operationId: string): boolean;
  cancelAll(server?: string): void;
  /** Stops all work of these kinds, and resolves when nothing of it goes on. */
  end(kinds: readonly OperationKind[]): Promise<void>;
  /** What runs, and the newest end of each kind of work about each thing, oldest first. */
  all(): readonly Operation[];
  /** The decisions of a result, once: whoever asks takes them back. */
  takeUndo(operationId: string): UndoItems | null;
  /** The result was seen; false when there is none. */
  close(operationId: string): boolean;
  /** The server changed or is gone: its operations end, and no result is kept. */
  forget(server: string): void;
}

const intervalMs = 100;
const ended = { status: 'cancelled', stoppable: false, closed: true } as const;
/** Results kept of one session. */
const mostKept = 100;

export function createOperations(
  publish: (event: AppEvent) => void,
  clock: SystemClock,
  ids: IdSource,
): OperationRunner {
  const running = new Map<string, AbortController>();
  /** Also of what was forgotten and is not over. */
  const unfinished = new Map<string, { readonly kind: OperationKind; over: Promise<void> }>();
  const results = new OperationResults(publish);

  return {
    start({ kind, server = null, uri = null, total = null, stoppable = true }, run) {
      const operationId = ids.next();
      const abort = new AbortController();
      running.set(operationId, abort);
      const told = new ToldOperation(
        {
          ...{ operationId, kind, server, uri, total, stoppable, startedAt: clock.now() },
          ...{ status: 'running', done: 0, failed: 0, message: '', endedAt: null },
          ...{ notDone: [], undoable: false, closed: false },
        },
        results,
        clock,
      );
      const progress: WorkProgress = {
        report: (...given) => {
          if (running.has(operationId)) told.report(...given);
        },
      };
      const finish = (status: Operation['status'], ended: EndedWork): void => {
        // Forgotten meanwhile: its server changed.
        if (running.delete(operationId)) told.end(status, ended);
      };
      const finished = run(abort.signal, progress).then(
        (ended) =>
          finish(
            ended.isFailure === true ? 'failed' : abort.signal.aborted ? 'cancelled' : 'done',
            ended,
          ),
        (error: unknown) =>
          finish('failed', { message: error instanceof Error ? error.message : String(error) }),
      );
      const over = finished.finally(() => unfinished.delete(operationId));
      unfinished.set(operationId, { kind, over });
      return { operationId, finished: over };
    },
    cancel(operationId) {
      if (results.find(operationId)?.stoppable !== true) return false;
      running.get(operationId)?.abort();
      return true;
    },
    cancelAll(server) {
      for (const [operationId, abort] of running)
        if (server === undefined || results.find(operationId)?.server === server) abort.abort();
    },
    async end(kinds) {
      const meant = [...unfinished].filter(([, { kind }]) => kinds.includes(kind));
      for (const [id] of meant) running.get(id)?.abort();
      await Promise.all(meant.map(([, { over }]) => over));
    },
    takeUndo: (operationId) => results.takeUndo(operationId),
    all: () => results.all(),
    close: (operationId) => results.close(operationId),
    forget(server) {
      for (const one of results.all()) {
        if (one.server !== server) continue;
        const { operationId } = one;
        running.get(operationId)?.abort();
        if (running.delete(operationId))
          results.tell({
            ...one,
            ...ended,
            message: 'its server has changed',
            endedAt: clock.now(),
          });
        results.drop(operationId);
      }
    },
  };
}

/** What is known of each operation, and what undoes those that are over. */
class OperationResults {
  readonly #publish: (event: AppEvent) => void;
  /** By id, oldest first. */
  readonly #known = new Map<string, Operation>();
  readonly #undos = new Map<string, UndoItems>();

  constructor(publish: (event: AppEvent) => void) {
    this.#publish = publish;
  }

  all(): readonly Operation[] {
    return [...this.#known.values()];
  }

  find(operationId: string): Operation | undefined {
    return this.#known.get(operationId);
  }

  tell(operation: Operation): void {
    this.#known.set(operation.operationId, operation);
    this.#publish({ type: 'operation', ...operation });
  }

  drop(operationId: string): void {
    this.#known.delete(operationId);
    this.#undos.delete(operationId);
  }

  /** A newer result about the same takes the place of the one before. */
  end(operation: Operation, undo: UndoItems): void {
    const { operationId, kind, server, uri } = operation;
    if (undo.length > 0) this.#undos.set(operationId, undo);
    this.tell(operation);
    for (const one of this.#known.values()) {
      const isSame = one.kind === kind && one.server === server && one.uri === uri;
      if (isSame && one.status !== 'running' && one.operationId !== operationId)
        this.drop(one.operationId);
    }
    for (const one of this.#known.values()) {
      if (this.#known.size <= mostKept) break;
      if (one.status !== 'running') this.drop(one.operationId);
    }
  }

  takeUndo(operationId: string): UndoItems | null {
    const undo = this.#undos.get(operationId) ?? null;
    const result = this.#known.get(operationId);
    if (undo === null || result === undefined) return null;
    this.#undos.delete(operationId);
    this.tell({ ...result, undoable: false, closed: true });
    return undo;
  }

  close(operationId: string): boolean {
    const result = this.#known.get(operationId);
    if (result === undefined || result.status === 'running') return false;
    this.tell({ ...result, closed: true });
    return true;
  }
}

/** One operation as listeners hear of it: at most ten times a second, news at once. */
class ToldOperation implements WorkProgress {
  #last: Operation;
  #sentAt: number;
  readonly #results: OperationResults;
  readonly #clock: SystemClock;

  constructor(first: Operation, results: OperationResults, clock: SystemClock) {
    this.#last = first;
    this.#sentAt = first.startedAt;
    this.#results = results;
    this.#clock = clock;
    results.tell(first);
  }

  report(done: number, total: number | null, failed: number, at = this.#last.message): void {
    const isKnownNow = this.#last.total === null && total !== null;
    const isNew = isKnownNow || at !== this.#last.message;
    this.#last = { ...this.#last, done, total, failed, message: at };
    if (!isNew && this.#clock.now() - this.#sentAt < intervalMs) return;
    this.#sentAt = this.#clock.now();
    this.#results.tell(this.#last);
  }

  end(status: Operation['status'], { message, notDone = [], undo = [] }: EndedWork): void {
    this.#last = {
      ...this.#last,
      ...{ status, message, stoppable: false, endedAt: this.#clock.now() },
      notDone: notDone.slice(0, mostNamed),
      undoable: undo.length > 0,
    };
    this.#results.end(this.#last, undo);
  }
}

/** Work that returns its result directly and shows its progress; what it throws is thrown. */
export async function tracked<T>(
  operations: OperationRunner,
  work: RunningWork,
  run: () => Promise<T>,
  inWords: (value: T) => EndedWork,
): Promise<T> {
  const value = run();
  await operations.start(work, async () => inWords(await value)).finished;
  return value;
}
