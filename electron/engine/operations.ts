import type { AppEvent, RequestInput } from '../../shared/contract.ts';
import type { NotDone, Operation, OperationKind } from '../../shared/model/operation.ts';
import { mostNamed } from '../../shared/model/plain.ts';
import type { SystemClock, IdSource } from './ports/machine.ts';

export interface WorkProgress {
  /** `total` null while it is not known. `at`: what it is at, in words, told at once as it changes. */
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

/** Long work: has an id, reports at most ten times a second, can be cancelled, and its end is kept. */
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
  /** The server was replaced or removed: ends its running work and keeps no result. */
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
  /** By id, oldest first. */
  const known = new Map<string, Operation>();
  const undos = new Map<string, UndoItems>();

  const drop = (operationId: string): void => {
    known.delete(operationId);
    undos.delete(operationId);
  };
  const tell = (operation: Operation): void => {
    known.set(operation.operationId, operation);
    publish({ type: 'operation', ...operation });
  };
  /** A newer result about the same takes the place of the one before. */
  const makeRoom = ({ operationId, kind, server, uri }: Operation): void => {
    for (const one of known.values()) {
      const isSame = one.kind === kind && one.server === server && one.uri === uri;
      if (isSame && one.status !== 'running' && one.operationId !== operationId)
        drop(one.operationId);
    }
    for (const one of known.values()) {
      if (known.size <= mostKept) break;
      if (one.status !== 'running') drop(one.operationId);
    }
  };

  return {
    start({ kind, server = null, uri = null, total = null, stoppable = true }, run) {
      const operationId = ids.next();
      const abort = new AbortController();
      running.set(operationId, abort);
      const startedAt = clock.now();
      const first: Operation = {
        ...{ operationId, kind, server, uri, total, stoppable, startedAt },
        ...{ status: 'running', done: 0, failed: 0, message: '', endedAt: null },
        ...{ notDone: [], undoable: false, closed: false },
      } as const;
      let last = first;
      let sentAt = startedAt;
      tell(last);
      const progress: WorkProgress = {
        report(done, of, failed, at = last.message) {
          if (!running.has(operationId)) return;
          const isKnownNow = last.total === null && of !== null;
          const isNew = isKnownNow || at !== last.message;
          last = { ...last, done, total: of, failed, message: at };
          if (!isNew && clock.now() - sentAt < intervalMs) return;
          sentAt = clock.now();
          tell(last);
        },
      };
      const finish = (
        status: Operation['status'],
        { message, notDone = [], undo = [] }: EndedWork,
      ): void => {
        // Forgotten in the meantime: its server was replaced.
        if (!running.delete(operationId)) return;
        last = {
          ...last,
          ...{ status, message, stoppable: false, endedAt: clock.now() },
          notDone: notDone.slice(0, mostNamed),
          undoable: undo.length > 0,
        };
        if (undo.length > 0) undos.set(operationId, undo);
        tell(last);
        makeRoom(last);
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
      if (known.get(operationId)?.stoppable !== true) return false;
      running.get(operationId)?.abort();
      return true;
    },
    cancelAll(server) {
      for (const [operationId, abort] of running)
        if (server === undefined || known.get(operationId)?.server === server) abort.abort();
    },
    async end(kinds) {
      const meant = [...unfinished].filter(([, { kind }]) => kinds.includes(kind));
      for (const [id] of meant) running.get(id)?.abort();
      await Promise.all(meant.map(([, { over }]) => over));
    },
    takeUndo(operationId) {
      const undo = undos.get(operationId) ?? null;
      const result = known.get(operationId);
      if (undo === null || result === undefined) return null;
      undos.delete(operationId);
      tell({ ...result, undoable: false, closed: true });
      return undo;
    },
    all: () => [...known.values()],
    close(operationId) {
      const result = known.get(operationId);
      if (result === undefined || result.status === 'running') return false;
      tell({ ...result, closed: true });
      return true;
    },
    forget(server) {
      for (const one of known.values()) {
        if (one.server !== server) continue;
        const { operationId } = one;
        running.get(operationId)?.abort();
        if (running.delete(operationId))
          tell({
            ...one,
            ...ended,
            message: 'its server has changed',
            endedAt: clock.now(),
          });
        drop(operationId);
      }
    },
  };
}

/** Runs work that returns its own answer and shows its progress; rethrows what it throws. */
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
