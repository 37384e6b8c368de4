import type { AppEvent, EventEnvelope } from '../../shared/contract.ts';

export interface EventPublisher {
  /** Number of the last event; a snapshot taken now carries it. */
  readonly seq: number;
  /** Whether anyone is listening. */
  readonly observed: boolean;
  publish(event: AppEvent): void;
  subscribe(listener: (envelope: EventEnvelope) => void): () => void;
}

/** Numbers events without gaps and hands each to every window. */
export function createPublisher(): EventPublisher {
  let seq = 0;
  const listeners = new Set<(envelope: EventEnvelope) => void>();
  return {
    get seq() {
      return seq;
    },
    get observed() {
      return listeners.size > 0;
    },
    publish(event) {
      seq += 1;
      const envelope = { seq, event };
      for (const listener of listeners) {
        // Events report what is already done: a closing window must not make it fail, nor keep
        // others from hearing of it.
        try {
          listener(envelope);
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
