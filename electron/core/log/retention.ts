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

/** How many removed rows are remembered for callers that ask what changed. */
const mostGone = 20_000;

/** The rows removed from a log. */
export class RemovedRows {
  readonly #gone: { readonly revision: number; readonly id: number }[] = [];
  #since = 0;
  /** The newest row removed to make room, and the newest that a person cleared. */
  readonly #newest = { 'made-room': 0, cleared: 0 };

  /** Removals before this revision are forgotten. */
  get since(): number {
    return this.#since;
  }

  add(id: number, revision: number, why: 'cleared' | 'made-room'): void {
    this.#newest[why] = Math.max(this.#newest[why], id);
    this.#gone.push({ revision, id });
    if (this.#gone.length <= 2 * mostGone) return;
    this.#since = this.#gone[mostGone - 1]?.revision ?? revision;
    this.#gone.splice(0, mostGone);
  }

  /** Ids removed between two revisions. */
  between(after: number, until: number): number[] {
    return this.#gone
      .filter(({ revision }) => revision > after && revision <= until)
      .map(({ id }) => id);
  }

  /** Why rows after this one may be gone; null if none are. */
  after(id: number): 'cleared' | 'made-room' | null {
    const { cleared, 'made-room': madeRoom } = this.#newest;
    if (Math.max(cleared, madeRoom) <= id) return null;
    return cleared >= madeRoom ? 'cleared' : 'made-room';
  }
}

type Read = Pick<LogEntry, 'kind' | 'direction' | 'byHand' | 'check' | 'method'>;

/** A read that the app depends on, unlike one that a person or a check of the server sent. */
export const isFileRead = ({ kind, direction, byHand, check, method }: Read): boolean =>
  kind === 'exchange' &&
  direction === 'sent' &&
  !byHand &&
  !check &&
  (method === 'resources/read' || method === 'GET');

/**
 * The latest read of each file, by server and URI, without a search: a server can let all of its
 * files fail, and each failure would look through the whole log.
 */
export class LatestReads {
  readonly #rows = new Map<string, Map<string, number>>();

  get(server: string, uri: string): number | undefined {
    return this.#rows.get(server)?.get(uri);
  }

  set(server: string, uri: string, id: number): void {
    let rows = this.#rows.get(server);
    if (rows === undefined) this.#rows.set(server, (rows = new Map()));
    rows.set(uri, id);
  }

  /** The row left the log. */
  forget({ id, server, target }: Pick<LogEntry, 'id' | 'server' | 'target'>): void {
    const rows = this.#rows.get(server);
    if (rows?.get(target) !== id) return;
    rows.delete(target);
    if (rows.size === 0) this.#rows.delete(server);
  }
}
