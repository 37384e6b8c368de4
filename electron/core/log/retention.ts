import { isTrouble } from '../../../shared/model/log-trouble.ts';
import type { LogEntry } from './entry.ts';

/** First in, first out, without moving the rest. */
class Queue {
  #ids: number[] = [];
  #head = 0;

  push(id: number): void {
    this.#ids.push(id);
  }

  shift(): number | undefined {
    const id = this.#ids[this.#head];
    if (id === undefined) return undefined;
    this.#head += 1;
    if (this.#head > 4_096) {
      this.#ids.splice(0, this.#head);
      this.#head = 0;
    }
    return id;
  }
}

type Rank = 'ordinary' | 'trouble' | 'pinned';
const rankOf = (entry: LogEntry): Rank =>
  entry.pinned ? 'pinned' : isTrouble(entry) ? 'trouble' : 'ordinary';

/**
 * Chooses the row to remove next: the oldest ordinary one, so that errors stay longer and pinned
 * rows longest. The server decides how many errors there are: once they're half of all rows, the
 * oldest error goes.
 */
export class RowRetention {
  readonly #most: number;
  readonly #held: ReadonlyMap<number, LogEntry>;
  readonly #queues: Readonly<Record<Rank, Queue>> = {
    ordinary: new Queue(),
    trouble: new Queue(),
    pinned: new Queue(),
  };
  /** The rank last used for each row. */
  readonly #ranks = new Map<number, Rank>();
  #troubles = 0;

  constructor(most: number, held: ReadonlyMap<number, LogEntry>) {
    this.#most = most;
    this.#held = held;
  }

  /** Adds a row, or updates its rank. */
  note(entry: LogEntry): void {
    const rank = rankOf(entry);
    const before = this.#ranks.get(entry.id);
    if (before === rank) return;
    if (before === 'trouble') this.#troubles -= 1;
    if (rank === 'trouble') this.#troubles += 1;
    this.#ranks.set(entry.id, rank);
    this.#queues[rank].push(entry.id);
  }

  /** The row was removed. */
  forget(id: number): void {
    if (this.#ranks.get(id) === 'trouble') this.#troubles -= 1;
    this.#ranks.delete(id);
  }

  /** The next row to remove, or null while there is room. */
  excess(): LogEntry | null {
    if (this.#held.size <= this.#most) return null;
    const many = this.#troubles > this.#most / 2;
    return (
      (many ? this.#oldest('trouble') : null) ??
      this.#oldest('ordinary') ??
      this.#oldest('trouble') ??
      this.#oldest('pinned')
    );
  }

  #oldest(rank: Rank): LogEntry | null {
    for (;;) {
      const id = this.#queues[rank].shift();
      if (id === undefined) return null;
      const entry = this.#ranks.get(id) === rank ? this.#held.get(id) : undefined;
      if (entry !== undefined) return entry;
    }
  }
}
