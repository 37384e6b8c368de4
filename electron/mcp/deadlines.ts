/**
 * Deadlines of the calls under way on one connection, with one timer for all: a timer of its own
 * for each of ten thousand reads costs more than the rest of their waiting.
 */
export class CallDeadlines {
  readonly #now: () => number;
  readonly #due = new Map<number, { readonly at: number; readonly expire: () => void }>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #armedFor = Number.POSITIVE_INFINITY;

  /** `now` in ms, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs `expire` in `ms` unless `remove` comes first. */
  add(id: number, ms: number, expire: () => void): void {
    const at = this.#now() + ms;
    this.#due.set(id, { at, expire });
    if (at < this.#armedFor) this.#arm(at);
    else this.#timer?.ref();
  }

  remove(id: number): void {
    this.#due.delete(id);
    // A timer that nobody waits for must not keep the process; one that somebody does, must: a server
    // that answers something else leaves nothing else to keep it, and a command would end in silence.
    if (this.#due.size === 0) this.#timer?.unref();
  }

  #arm(at: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#armedFor = at;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(0, Math.ceil(at - this.#now())));
  }

  #sweep(): void {
    this.#timer = null;
    this.#armedFor = Number.POSITIVE_INFINITY;
    const now = this.#now();
    for (const [id, { at, expire }] of [...this.#due]) {
      if (at > now) continue;
      this.#due.delete(id);
      expire();
    }
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of this.#due.values()) next = Math.min(next, at);
    if (next < this.#armedFor) this.#arm(next);
  }
}
