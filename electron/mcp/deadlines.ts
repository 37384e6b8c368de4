/**
 * Deadlines of the calls under way on one connection, with one timer for all: a timer of its own
 * for each of ten thousand reads costs more than the rest of their waiting.
 */
export class Deadlines {
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
  }

  remove(id: number): void {
    this.#due.delete(id);
  }

  #arm(at: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#armedFor = at;
    this.#timer = setTimeout(() => this.#sweep(), Math.max(0, Math.ceil(at - this.#now())));
    // What is waited for keeps the process alive, not the waiting.
    this.#timer.unref();
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
