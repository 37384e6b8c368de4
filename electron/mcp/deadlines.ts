/**
 * A timer that fires this much too late (ms) shows that the machine slept, or the process stood
 * still.
 */
const sleptMs = 1_000;
/** So much longer (ms) answers may take then: networks need a moment, too. */
const wakingMs = 1_000;

interface Deadline {
  readonly at: number;
  readonly expire: () => void;
  /** Extended after a sleep, once. */
  readonly isExtended: boolean;
}

/**
 * Deadlines of the calls under way on one connection, with one timer for all: a timer of its own
 * for each of ten thousand reads costs more than the rest of their waiting. An answer that lies in
 * the pipe or the socket when a deadline is over counts: it's read before the call expires.
 */
export class CallDeadlines {
  readonly #now: () => number;
  readonly #due = new Map<number, Deadline>();
  /** Those that expire on the next turn of the event loop. */
  readonly #over = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #armedFor = Number.POSITIVE_INFINITY;

  /** `now` in ms, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs `expire` in `ms` unless `remove` comes first. */
  add(id: number, ms: number, expire: () => void): void {
    const at = this.#now() + ms;
    this.#due.set(id, { at, expire, isExtended: false });
    if (at < this.#armedFor) this.#arm(at);
    else this.#timer?.ref();
  }

  remove(id: number): void {
    this.#due.delete(id);
    this.#over.delete(id);
    // A timer that nobody waits for must not keep the process; one that somebody does, must: a
    // server that answers something else leaves nothing else to keep it, and a command would end in
    // silence.
    if (this.#due.size === 0) this.#timer?.unref();
  }

  #arm(at: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#armedFor = at;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(0, Math.ceil(at - this.#now())));
  }

  #sweep(): void {
    const now = this.#now();
    const hasSlept = now - this.#armedFor >= sleptMs;
    this.#timer = null;
    this.#armedFor = Number.POSITIVE_INFINITY;
    const isFirst = this.#over.size === 0;
    for (const [id, due] of this.#due) {
      if (due.at > now || this.#over.has(id)) continue;
      if (!hasSlept || due.isExtended) this.#over.add(id);
      else this.#due.set(id, { ...due, at: now + wakingMs, isExtended: true });
    }
    // The event loop runs this after it has read whatever has come.
    if (isFirst && this.#over.size > 0) setImmediate(() => this.#expire());
    this.#armNext();
  }

  #expire(): void {
    const ids = [...this.#over];
    this.#over.clear();
    for (const id of ids) {
      const due = this.#due.get(id);
      this.#due.delete(id);
      due?.expire();
    }
    this.#armNext();
  }

  /** A timer may be early, so that nothing is over yet, and be so a moment later. */
  #armNext(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const [id, { at }] of this.#due) if (!this.#over.has(id)) next = Math.min(next, at);
    if (next < this.#armedFor) this.#arm(next);
  }
}

/** What a promise gives within `ms`; null where it takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
