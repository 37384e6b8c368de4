import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { AuditEntry } from '../../engine/ports/decisions.ts';
import { writeAll } from '../disk/atomic-file.ts';
import type { AuditLine } from '../../../shared/model/approval.ts';
import { chainStart, hashHolds, nextLine, tornDetail, type ChainEnd } from './line.ts';
import { messageOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { stampOf, type FileStamp, readAt } from '../disk/bounded-read.ts';

const tailBytes = 64 * 1024;
const lineFeed = 0x0a;

/** Lines that could not be written whole, or not flushed, and not be taken back either. */
export class LinesLeftError extends Error {}

export interface AuditOptions {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Who decides: the operating system's user name. */
  readonly actor: string;
  readonly disk?: FileSystem;
}

/**
 * Appends to `audit.jsonl`. The caller holds the store's lock, so nobody else appends meanwhile.
 */
export class AuditWriter {
  readonly #options: AuditOptions;
  readonly #disk: FileSystem;
  #end: ChainEnd = chainStart;
  #stamp: FileStamp | null = null;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#disk = options.disk ?? nodeDisk;
  }

  /** Where the chain stood after the last append. */
  get end(): ChainEnd {
    return this.#end;
  }

  /**
   * Appends the entries with one write and flushes it to the disk. Reads nothing but the tail,
   * and that only when somebody else has written since. Throws when it cannot be written; a
   * part that was written is taken back, or else it throws a `LinesLeftError`.
   */
  async append(entries: readonly AuditEntry[]): Promise<void> {
    // O_NOFOLLOW: a link in the log's place would have Skillgate append to a file of someone's
    // choice.
    const flags =
      constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const handle = await this.#disk.open(this.#options.path, flags, 0o600);
    try {
      const before = await handle.stat({ bigint: true });
      if (!before.isFile()) throw new Error(`${this.#options.path} isn’t a file`);
      const tail =
        this.#stamp === stampOf(before)
          ? { end: this.#end, torn: null, closed: true }
          : await readTail(handle, Number(before.size));
      const at = new Date(this.#options.now()).toISOString();
      let end = tail.end;
      let text = tail.closed ? '' : '\n';
      const recovery: readonly AuditEntry[] =
        tail.torn === null
          ? []
          : [
              {
                action: 'store-recovered',
                server: '',
                uri: '',
                setDigest: null,
                detail: tornDetail(tail.torn),
              },
            ];
      for (const entry of [...recovery, ...entries]) {
        const line = nextLine(end, at, this.#options.actor, entry);
        text += `${JSON.stringify(line)}\n`;
        end = { seq: line.seq, hash: line.hash };
      }
      this.#stamp = null;
      try {
        await writeAll(handle, [Buffer.from(text)]);
        await handle.datasync();
      } catch (error) {
        await handle.truncate(Number(before.size)).catch(() => {
          throw new LinesLeftError(messageOf(error));
        });
        throw error;
      }
      this.#end = end;
      // The lines are there: what fails from here on must not have the caller believe otherwise.
      this.#stamp = await handle.stat({ bigint: true }).then(stampOf, () => null);
    } finally {
      await handle.close().catch(() => undefined);
    }
  }
}

interface Tail {
  readonly end: ChainEnd;
  /** Bytes after the last whole line, left by a crash; they stay where they are. */
  readonly torn: Buffer | null;
  /** The file is empty or ends with a line feed. */
  readonly closed: boolean;
}

/** Reads backwards, in growing steps, until there is a whole line to continue from. */
async function readTail(handle: FileHandle, size: number): Promise<Tail> {
  if (size === 0) return { end: chainStart, torn: null, closed: true };
  const { parseLine } = await import('./parse.ts');
  for (let length = Math.min(tailBytes, size); ; length = Math.min(length * 4, size)) {
    const bytes = await readAt(handle, size - length, length);
    const tail = tailIn(bytes, length === size, parseLine);
    if (tail !== null) return tail;
  }
}

function tailIn(
  bytes: Buffer,
  whole: boolean,
  parseLine: (text: string) => AuditLine | null,
): Tail | null {
  const closed = bytes.at(-1) === lineFeed;
  const textEnd = closed ? bytes.length - 1 : bytes.length;
  let end = textEnd;
  while (end > 0) {
    const feed = bytes.lastIndexOf(lineFeed, end - 1);
    // Without a line feed before it, and more file further up, the line may start there.
    if (feed === -1 && !whole) return null;
    const line = parseLine(bytes.toString('utf8', feed + 1, end));
    // An edited line is followed all the same: the chain goes on from what it says, and verifying
    // names it.
    // Only a line that a crash cut short, still unfinished, is measured by its own hash.
    if (line !== null && (closed || end !== textEnd || hashHolds(line))) {
      return {
        end: { seq: line.seq, hash: line.hash },
        torn: end === textEnd ? null : bytes.subarray(end + 1, textEnd),
        closed,
      };
    }
    end = feed;
  }
  return whole ? { end: chainStart, torn: bytes.subarray(0, textEnd), closed } : null;
}
