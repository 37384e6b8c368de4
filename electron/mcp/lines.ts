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

/** A line names more ids than this only to cost time. */
const mostIds = 1_000;

/** What a line that isn't one JSON-RPC message shows of the answers that it may have held. */
interface BrokenLine {
  /** Numbers that stand where ids do, each once, in their order. */
  readonly ids: readonly number[];
  /** Whether it held part of an answer whose id can't be read on it. */
  readonly hasUnnamed: boolean;
  /** What happened, in a sentence. */
  readonly message: string;
}

const idPattern = /"id"\s*:\s*"?(\d{1,15})(?![\d.eE])/g;
const versionPattern = /"jsonrpc"/g;
const outcomePattern = /"(?:result|error)"\s*:/;

/**
 * Reads what can be told of a line that isn't valid JSON: half a message, or several on one line.
 * Null for a line that never was a message. The ids are suspects and not more: the attacker is a
 * server that writes the ids of other requests onto the line to make those fail.
 */
export function readBrokenLine(text: string): BrokenLine | null {
  if (!/^\s*\{/.test(text) || !text.includes('"jsonrpc"')) return null;
  const ids = idsIn(text);
  const messages = countOf(text, versionPattern);
  return {
    ids: [...new Set(ids)],
    hasUnnamed: ids.length < messages && outcomePattern.test(text) && !text.includes('"method"'),
    message:
      messages > 1
        ? 'The server wrote several messages on one line. ' +
          'Each message must be on a line of its own.'
        : 'The server answered with a line that isn’t valid JSON.',
  };
}

/**
 * Ids of answers behind other text on their line, such as a banner without an end. A log that
 * quotes an answer looks the same, so these count only where the answer itself doesn't follow.
 */
export function idsBehindText(text: string): readonly number[] {
  const start = text.search(/\{\s*"(?:jsonrpc|id|result|error)"/);
  if (start <= 0) return [];
  const rest = text.slice(start);
  return outcomePattern.test(rest) && !rest.includes('"method"') ? [...new Set(idsIn(rest))] : [];
}

function idsIn(text: string): readonly number[] {
  const ids: number[] = [];
  for (const [, id] of text.matchAll(idPattern)) {
    ids.push(Number(id));
    if (ids.length === mostIds) break;
  }
  return ids;
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count === mostIds) break;
  }
  return count;
}
