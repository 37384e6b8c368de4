import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../policy/message.ts';

/** Most entries of one page, and listings whose pages are kept at once. */
const pageSize = 250;
const mostSnapshots = 4;

/** One page, and the cursor of the next where there is one. */
export interface ListingPage {
  readonly entries: readonly JsonObject[];
  readonly next: string | null;
}

interface Snapshot {
  readonly entries: readonly JsonObject[];
  readonly edition: string;
}

/**
 * A listing in pages. A cursor names the listing of which it is, as it stood then: what has changed
 * since ends it, so that no page says what a decision took back, and none skips what came.
 */
export class ListingPages {
  readonly #snapshots = new Map<string, Snapshot>();

  /** The first page of a new listing. Two listings of one `edition` say the same. */
  first(entries: readonly JsonObject[], edition: string): ListingPage {
    const id = randomBytes(12).toString('hex');
    if (entries.length > pageSize) {
      this.#snapshots.set(id, { entries, edition });
      const [oldest] = this.#snapshots.keys();
      if (this.#snapshots.size > mostSnapshots && oldest !== undefined)
        this.#snapshots.delete(oldest);
    }
    return pageOf(entries, id, 0);
  }

  /** The page of a cursor, which a host may have made up; null where it is of no listing of now. */
  at(cursor: string, edition: string): ListingPage | null {
    const [id = '', from = '', ...more] = cursor.split('.');
    const known = this.#snapshots.get(id);
    if (known === undefined) return null;
    if (known.edition !== edition) {
      this.#snapshots.delete(id);
      return null;
    }
    const at = /^\d{1,9}$/.test(from) && more.length === 0 ? Number(from) : 0;
    return at === 0 || at >= known.entries.length || at % pageSize !== 0
      ? null
      : pageOf(known.entries, id, at);
  }
}

function pageOf(entries: readonly JsonObject[], id: string, from: number): ListingPage {
  const next = from + pageSize;
  return {
    entries: entries.slice(from, next),
    next: next < entries.length ? `${id}.${next}` : null,
  };
}
