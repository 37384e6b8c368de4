import { BodyRing, type Kept } from './body-ring.ts';

/** Where a body is kept: what is ordinary is overwritten first. */
export type Shelf = 'ordinary' | 'trouble' | 'pinned';

export interface Shelved extends Kept {
  readonly shelf: Shelf;
}

/**
 * The bodies of the log within one budget of bytes: half for what is ordinary, a quarter each for
 * errors and for what a person pinned, so that a flood of the one does not push out the others.
 */
export class Bodies {
  readonly #rings: Readonly<Record<Shelf, BodyRing>>;

  constructor(bytes: number) {
    this.#rings = {
      ordinary: new BodyRing(Math.floor(bytes / 2)),
      trouble: new BodyRing(Math.floor(bytes / 4)),
      pinned: new BodyRing(Math.floor(bytes / 4)),
    };
  }

  /** Keeps a text in place of the oldest of its shelf; null when it is larger than all of it. */
  put(text: string, shelf: Shelf = 'ordinary'): Shelved | null {
    const kept = this.#rings[shelf].put(text);
    return kept === null ? null : { ...kept, shelf };
  }

  /** The text, or null when later ones took its place. */
  get(kept: Shelved): string | null {
    return this.#rings[kept.shelf].get(kept);
  }

  /** The same bytes as Latin-1, for a search that looks at many. */
  bytes(kept: Shelved): string | null {
    return this.#rings[kept.shelf].bytes(kept);
  }

  /** The same text on another shelf; where it was when it has no room there. */
  moved(kept: Shelved | null, shelf: Shelf): Shelved | null {
    if (kept === null || kept.shelf === shelf) return kept;
    const text = this.get(kept);
    return text === null ? kept : (this.put(text, shelf) ?? kept);
  }
}
