import type { AppEvent, OperationEvent } from '../../shared/contract.ts';
import type { Clock, Ids } from './ports/machine.ts';

export interface Progress {
  /** `total` null while it is not known. */
  report(done: number, total: number | null, failed: number, message?: string): void;
}

/** Long work: has an id, reports at most ten times a second, can be cancelled. */
export interface Operations {
  start(
    kind: OperationEvent['kind'],
    server: string,
    uri: string | null,
    work: (signal: AbortSignal, progress: Progress) => Promise<string>,
  ): { readonly operationId: string; readonly finished: Promise<void> };
  cancel(operationId: string): boolean;
  cancelAll(server?: string): void;
}

const intervalMs = 100;

export function createOperations(
  publish: (event: AppEvent) => void,
  clock: Clock,
  ids: Ids,
): Operations {
  const running = new Map<string, { readonly server: string; readonly abort: AbortController }>();
  return {
    start(kind, server, uri, work) {
      const operationId = ids.next();
      const abort = new AbortController();
      running.set(operationId, { server, abort });
      let last: OperationEvent = {
        type: 'operation',
        operationId,
        kind,
        server,
        uri,
        status: 'running',
        done: 0,
        total: null,
        failed: 0,
        message: '',
      };
      let sentAt = clock.now();
      publish(last);
      const progress: Progress = {
        report(done, total, failed, message = '') {
          last = { ...last, done, total, failed, message };
          if (clock.now() - sentAt < intervalMs) return;
          sentAt = clock.now();
          publish(last);
        },
      };
      const finish = (status: OperationEvent['status'], message: string): void => {
        running.delete(operationId);
        publish({ ...last, status, message });
      };
      const finished = work(abort.signal, progress).then(
        (message) => finish(abort.signal.aborted ? 'cancelled' : 'done', message),
        (error: unknown) => {
          finish('failed', error instanceof Error ? error.message : String(error));
        },
      );
      return { operationId, finished };
    },
    cancel(operationId) {
      const found = running.get(operationId);
      found?.abort.abort();
      return found !== undefined;
    },
    cancelAll(server) {
      for (const { server: of, abort } of running.values())
        if (server === undefined || of === server) abort.abort();
    },
  };
}
