/** Where a body is: how many bytes were stored before it, and its length. */
export interface StoredBody {
  readonly at: number;
  readonly bytes: number;
}

/**
 * The last `capacity` bytes of texts, in one buffer. Outside the JavaScript heap, so that garbage
 * collections don't copy megabytes of messages that nobody may ever open.
 */
export class BodyRing {
  readonly #capacity: number;
  #buffer: Buffer | null = null;
  #written = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Keeps a text in place of the oldest ones; null if it exceeds the whole ring. */
  put(text: string): StoredBody | null {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#capacity) return null;
    this.#buffer ??= Buffer.allocUnsafeSlow(this.#capacity);
    const offset = this.#written % this.#capacity;
    // A text is never split: the rest of the buffer's end stays unused.
    if (offset + bytes > this.#capacity) this.#written += this.#capacity - offset;
    const kept = { at: this.#written, bytes };
    // A text with one byte per character is ASCII, which copies several times faster.
    this.#buffer.write(
      text,
      this.#written % this.#capacity,
      bytes === text.length ? 'latin1' : 'utf8',
    );
    this.#written += bytes;
    return kept;
  }

  /** The text, or null if later ones replaced it. */
  get({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('utf8', offset, offset + bytes);
  }

  /** The same bytes, one character each: cheap to search. */
  bytes({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('latin1', offset, offset + bytes);
  }
}
