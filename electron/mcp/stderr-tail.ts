/** The last bytes that one process wrote to stderr. The attacker controls what and how much. */
export class StderrTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    const kept =
      chunk.length > this.#maxBytes ? chunk.subarray(chunk.length - this.#maxBytes) : chunk;
    this.#chunks.push(kept);
    this.#bytes += kept.length;
    while (this.#bytes > this.#maxBytes) {
      const first = this.#chunks[0] as Buffer;
      const over = this.#bytes - this.#maxBytes;
      if (first.length <= over) {
        this.#chunks.shift();
        this.#bytes -= first.length;
      } else {
        this.#chunks[0] = first.subarray(over);
        this.#bytes -= over;
      }
    }
    // A flood of tiny writes must not cost one object each.
    if (this.#chunks.length > 1_024) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** The last `max` lines, oldest first, without empty ones. */
  lines(max: number): string[] {
    return Buffer.concat(this.#chunks)
      .toString('utf8')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .slice(-max);
  }
}
