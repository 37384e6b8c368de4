import { isUtf8 } from 'node:buffer';

const newline = 0x0a;
const replacement = '\ufffd';

/**
 * Cuts a byte stream into lines. The attacker controls the stream; at most `maxBytes` of an
 * unfinished line are ever held.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: string, isText: boolean) => void;
  readonly #onTooLong: () => void;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #stopped = false;

  /** `onLine` is also told whether the line's bytes are valid UTF-8. */
  constructor(
    maxBytes: number,
    onLine: (line: string, isText: boolean) => void,
    onTooLong: () => void,
  ) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  /**
   * Cuts what begins at `start`, after each line no further where `isEnough`. Gives the offset of
   * what is left.
   */
  push(chunk: Buffer, start = 0, isEnough: () => boolean = () => false): number {
    while (!this.#stopped) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) break;
      this.#finish(chunk, start, end);
      start = end + 1;
      if (isEnough()) return start;
    }
    if (this.#stopped || start >= chunk.length) return chunk.length;
    this.#held.push(start === 0 ? chunk : chunk.subarray(start));
    this.#heldBytes += chunk.length - start;
    if (this.#heldBytes > this.#maxBytes) this.#stop();
    return chunk.length;
  }

  /** The beginning of the line whose end has not come, '' without one; so many bytes at most. */
  unfinished(most: number): string {
    const head: Buffer[] = [];
    for (let at = 0, bytes = 0; at < this.#held.length && bytes < most; at += 1) {
      const piece = (this.#held[at] as Buffer).subarray(0, most - bytes);
      head.push(piece);
      bytes += piece.length;
    }
    return Buffer.concat(head).toString('utf8').trim();
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    const bytes = this.#heldBytes + end - start;
    if (bytes > this.#maxBytes) return this.#stop();
    let whole = chunk;
    let line: string;
    if (this.#heldBytes === 0) {
      line = chunk.toString('utf8', start, end);
    } else {
      this.#held.push(chunk.subarray(start, end));
      whole = Buffer.concat(this.#held, bytes);
      line = whole.toString('utf8');
      this.#held = [];
      this.#heldBytes = 0;
    }
    // Decoding puts this character where bytes are none; a text may also have it itself.
    const isText =
      !line.includes(replacement) || isUtf8(whole === chunk ? chunk.subarray(start, end) : whole);
    this.#onLine(line, isText);
  }

  #stop(): void {
    this.#stopped = true;
    this.#held = [];
    this.#heldBytes = 0;
    this.#onTooLong();
  }
}
