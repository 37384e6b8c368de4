import { BodyRing, type StoredBody } from './body-ring.ts';

/** Where a body is kept: ordinary ones are overwritten first. */
export type BodyClass = 'ordinary' | 'trouble' | 'pinned';

export interface ClassedBody extends StoredBody {
  readonly shelf: BodyClass;
}

/**
 * The bodies of the log within one byte budget: half for ordinary ones, a quarter each for errors
 * and pinned ones, so that a flood of one kind doesn't push out the others.
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

  /** Keeps a text in place of the oldest in its section; null if it exceeds the whole section. */
  put(text: string, shelf: BodyClass = 'ordinary'): ClassedBody | null {
    const kept = this.#rings[shelf].put(text);
    return kept === null ? null : { ...kept, shelf };
  }

  /** The text, or null if later ones replaced it. */
  get(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].get(kept);
  }

  /** The same bytes as Latin-1, for a search over many bodies. */
  bytes(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].bytes(kept);
  }

  /** The same text in another section; unchanged if that has no room for it. */
  moved(kept: ClassedBody | null, shelf: BodyClass): ClassedBody | null {
    if (kept === null || kept.shelf === shelf) return kept;
    const text = this.get(kept);
    return text === null ? kept : (this.put(text, shelf) ?? kept);
  }
}
