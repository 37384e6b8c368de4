import { BodyRing, type StoredBody } from './body-ring.ts';

/** Where a body is kept: what is ordinary is overwritten first. */
export type BodyClass = 'ordinary' | 'trouble' | 'pinned';

export interface ClassedBody extends StoredBody {
  readonly shelf: BodyClass;
}

/**
 * The bodies of the log within one budget of bytes: half for what is ordinary, a quarter each for
 * errors and for what a person pinned, so that a flood of the one does not push out the others.
 */
export class BodyStore {
  readonly #rings: Readonly<Record<BodyClass, BodyRing>>;

  constructor(bytes: number) {
    this.#rings = {
      ordinary: new BodyRing(Math.floor(bytes / 2)),
      trouble: new BodyRing(Math.floor(bytes / 4)),
      pinned: new BodyRing(Math.floor(bytes / 4)),
    };
  }

  /** Keeps a text in place of the oldest of its shelf; null when it is larger than all of it. */
  put(text: string, shelf: BodyClass = 'ordinary'): ClassedBody | null {
    const kept = this.#rings[shelf].put(text);
    return kept === null ? null : { ...kept, shelf };
  }

  /** The text, or null when later ones took its place. */
  get(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].get(kept);
  }

  /** The same bytes as Latin-1, for a search that looks at many. */
  bytes(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].bytes(kept);
  }

  /** The same text on another shelf; where it was when it has no room there. */
  moved(kept: ClassedBody | null, shelf: BodyClass): ClassedBody | null {
    if (kept === null || kept.shelf === shelf) return kept;
    const text = this.get(kept);
    return text === null ? kept : (this.put(text, shelf) ?? kept);
  }
}
