/** The last bytes that one process wrote to stderr. The attacker controls what and how much. */
export class StderrTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #written = 0;
  /** Lines of which nothing is kept any more, without empty ones. */
  #lost = 0;
  /** Of the line whose beginning is not kept any more, whether there was anything in it. */
  #isCut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#written += chunk.length;
    while (this.#bytes > this.#maxBytes) {
      const first = this.#chunks[0] as Buffer;
      const over = this.#bytes - this.#maxBytes;
      if (first.length <= over) {
        this.#chunks.shift();
        this.#lose(first);
      } else {
        this.#chunks[0] = first.subarray(over);
        this.#lose(first.subarray(0, over));
      }
    }
    // A flood of tiny writes must not cost one object each.
    if (this.#chunks.length > 1_024) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** The last `max` lines, oldest first, without empty ones, and how many came before them. */
  tail(max: number): { readonly lines: string[]; readonly lost: number } {
    const [first = '', ...others] = Buffer.concat(this.#chunks).toString('utf8').split(/\r?\n/);
    // Only its end is kept of it, which is nothing to show.
    const isFirstLost = this.#isCut && others.length > 0 && first.trim() === '';
    const kept = [first, ...others].filter((line) => line.trim() !== '');
    const lost = this.#lost + Number(isFirstLost) + Math.max(0, kept.length - max);
    return { lines: kept.slice(-max), lost };
  }

  /** How many bytes the process has written. */
  get written(): number {
    return this.#written;
  }

  /** The last `max` lines of what came after the first `from` bytes, without empty ones. */
  since(from: number, max: number): string[] {
    const lost = this.#written - this.#bytes;
    const rest = Buffer.concat(this.#chunks).subarray(Math.max(0, from - lost));
    const lines = rest.toString('utf8').split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '').slice(-max);
  }

  /** Byte by byte: a server may write nothing but empty lines, and each text costs an object. */
  #lose(bytes: Buffer): void {
    this.#bytes -= bytes.length;
    for (const byte of bytes) {
      if (byte === 0x0a) {
        if (this.#isCut) this.#lost += 1;
        this.#isCut = false;
      } else if (byte > 0x20) this.#isCut = true;
    }
  }
}
