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
