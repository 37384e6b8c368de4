import { isUtf8 } from 'node:buffer';

const newline = 0x0a;
const replacement = '\ufffd';
/** Of a long line, so many bytes are decoded at a time: as a whole it would be held twice. */
const blockBytes = 1_048_576;

/**
 * Cuts a byte stream into lines. The attacker controls the stream; at most `maxBytes` of an
 * unfinished line are ever held.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: string, isText: boolean) => void;
  readonly #onTooLong: () => void;
  /** What is decoded of an unfinished line, and the bytes after that. */
  #decoded = '';
  #decodedBytes = 0;
  #isText = true;
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
    if (this.#decodedBytes + this.#heldBytes > this.#maxBytes) this.#stop();
    else if (this.#heldBytes >= blockBytes) {
      const block = Buffer.concat(this.#held, this.#heldBytes);
      const whole = wholeCharacters(block);
      this.#decode(block, 0, whole);
      this.#decodedBytes += whole;
      // A copy: the rest of a character doesn't keep its block.
      this.#held = whole === block.length ? [] : [Buffer.from(block.subarray(whole))];
      this.#heldBytes = block.length - whole;
    }
    return chunk.length;
  }

  /** The beginning of the line whose end has not come, '' without one; so many bytes at most. */
  unfinished(most: number): string {
    const head: Buffer[] = [Buffer.from(this.#decoded.slice(0, most))];
    for (
      let at = 0, bytes = head[0]?.length ?? 0;
      at < this.#held.length && bytes < most;
      at += 1
    ) {
      const piece = (this.#held[at] as Buffer).subarray(0, most - bytes);
      head.push(piece);
      bytes += piece.length;
    }
    return Buffer.concat(head).toString('utf8', 0, most).trim();
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    if (this.#decodedBytes + this.#heldBytes + end - start > this.#maxBytes) return this.#stop();
    if (this.#heldBytes === 0) this.#decode(chunk, start, end);
    else {
      this.#held.push(chunk.subarray(start, end));
      const rest = Buffer.concat(this.#held);
      this.#decode(rest, 0, rest.length);
    }
    const [line, isText] = [this.#decoded, this.#isText];
    this.#reset();
    this.#onLine(line, isText);
  }

  #decode(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString('utf8', start, end);
    // Decoding puts this character where bytes are none; a text may also have it itself.
    if (text.includes(replacement)) this.#isText &&= isUtf8(bytes.subarray(start, end));
    this.#decoded += text;
  }

  #reset(): void {
    this.#decoded = '';
    this.#decodedBytes = 0;
    this.#isText = true;
    this.#held = [];
    this.#heldBytes = 0;
  }

  #stop(): void {
    this.#stopped = true;
    this.#reset();
    this.#onTooLong();
  }
}

/** How many bytes of a block of UTF-8 end with a character; other bytes count as their own end. */
function wholeCharacters(block: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = block.at(-back) ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? block.length - back : block.length;
  }
  return block.length;
}
