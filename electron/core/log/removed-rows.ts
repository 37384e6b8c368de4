/** Rows that left are remembered this long for whoever asks what changed. */
const mostGone = 20_000;

/** The rows that left a log. */
export class RemovedRows {
  readonly #gone: { readonly revision: number; readonly id: number }[] = [];
  #since = 0;
  /** The newest of those that made room, and of those that a person cleared. */
  readonly #newest = { 'made-room': 0, cleared: 0 };

  /** What left before this revision is not remembered any more. */
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

  /** Ids that left after a revision and up to another one. */
  between(after: number, until: number): number[] {
    return this.#gone
      .filter(({ revision }) => revision > after && revision <= until)
      .map(({ id }) => id);
  }

  /** Why rows after this one may have left; null when none did. */
  after(id: number): 'cleared' | 'made-room' | null {
    const { cleared, 'made-room': madeRoom } = this.#newest;
    if (Math.max(cleared, madeRoom) <= id) return null;
    return cleared >= madeRoom ? 'cleared' : 'made-room';
  }
}
