import type { AppEvent, Envelope } from '../../shared/contract.ts';

export interface Publisher {
  /** Number of the last event; a snapshot taken now carries it. */
  readonly seq: number;
  /** Whether anyone listens. */
  readonly observed: boolean;
  publish(event: AppEvent): void;
  subscribe(listener: (envelope: Envelope) => void): () => void;
}

/** Numbers events without gaps and hands each to every window. */
export function createPublisher(): Publisher {
  let seq = 0;
  const listeners = new Set<(envelope: Envelope) => void>();
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
      for (const listener of listeners) listener(envelope);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
