/** Where a body lies: how many bytes were put before it, and its own. */
export interface StoredBody {
  readonly at: number;
  readonly bytes: number;
}

/**
 * The last `capacity` bytes of texts, in one buffer. Outside the JavaScript heap, so that
 * megabytes of messages which nobody may ever look at are not copied by every collection.
 */
export class BodyRing {
  readonly #capacity: number;
  #buffer: Buffer | null = null;
  #written = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Keeps a text in place of the oldest ones; null when it is larger than the whole ring. */
  put(text: string): StoredBody | null {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#capacity) return null;
    this.#buffer ??= Buffer.allocUnsafeSlow(this.#capacity);
    const offset = this.#written % this.#capacity;
    // A text is never split: what is left at the end of the buffer stays unused.
    if (offset + bytes > this.#capacity) this.#written += this.#capacity - offset;
    const kept = { at: this.#written, bytes };
    // A text of one byte per character is ASCII, which is copied several times faster.
    this.#buffer.write(
      text,
      this.#written % this.#capacity,
      bytes === text.length ? 'latin1' : 'utf8',
    );
    this.#written += bytes;
    return kept;
  }

  /** The text, or null when later ones took its place. */
  get({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('utf8', offset, offset + bytes);
  }

  /** The same bytes, each as one character: cheap to look through. */
  bytes({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('latin1', offset, offset + bytes);
  }
}
