import { dirname, join } from 'node:path';
import type { Identity } from '../../shared/model/approval.ts';
import type { parseInspection } from './kept-inspection.ts';
import { identityKey } from '../core/decisions/identity.ts';
import { sha256 } from '../core/digest.ts';
import { isRecord } from '../core/json.ts';
import type { ListedFileRef, ReviewMemory } from '../engine/ports/findings.ts';
import { ok } from '../../shared/result.ts';
import { readBounded, type FileStamp } from './disk/bounded-read.ts';
import { stampAt } from './approvals/file.ts';
import { checkFolder } from './disk/data-folder.ts';
import { rewriteFile } from './disk/json-file.ts';

const header = '{"format":"skillgate/reviews@1"}';
/** Of the whole file, and of one line: a server decides how much rules find in its files. */
export const mostReviewBytes = 50 * 1024 * 1024;
const mostLineBytes = 512 * 1024;
/** Contents whose inspections are kept, and files whose checks and readings are. */
const mostInspections = 20_000;
const mostOthers = 100_000;
/** How long results wait for others before they're written, in ms. */
const togetherMs = 3_000;

/** Each line begins so: the rest is read when somebody asks for it. */
const lineStart = /^\{"key":"([icr][0-9a-f.]{16,90})","at":(\d{1,15}),"value":/;

interface Line {
  readonly at: number;
  readonly text: string;
}

/**
 * What was learned about contents, in `reviews.jsonl` of the data folder. A file that's damaged,
 * too large or another user's is ignored and written again. Several processes may write: the last
 * one takes over what the others kept, and of two results about one thing the newer.
 */
export function openReviewMemory(folder: string): ReviewMemory {
  const lines = new ReviewLines(join(folder, 'reviews.jsonl'));
  let loaded: Promise<void> | null = null;
  let parse: typeof parseInspection | null = null;

  const load = async (): Promise<void> => {
    await lines.load();
    if (lines.size > 0) parse = (await import('./kept-inspection.ts')).parseInspection;
  };

  return {
    load: () => (loaded ??= load()),
    inspection(digest, filePath) {
      const found = lines.find(inspectionKey(digest, filePath));
      if (found === null || parse === null) return null;
      const file = parse(found.value, found.at);
      return file?.digest === digest && file.path === filePath ? file : null;
    },
    keepInspection({ at, marks, ...file }) {
      lines.put(inspectionKey(file.digest, file.path ?? ''), at, { ...file, marks: [...marks] });
    },
    check(file) {
      const found = lines.find(checkKey(file));
      if (found === null || !isRecord(found.value)) return null;
      const { advice } = found.value;
      return { at: found.at, ...(typeof advice === 'string' ? { advice } : {}) };
    },
    keepCheck(file, check) {
      const key = checkKey(file);
      // Kept as nothing: another process's line about it must not come back.
      if (check !== null)
        lines.put(key, check.at, check.advice === undefined ? {} : { advice: check.advice });
      else {
        const at = lines.timeOf(key);
        if (at !== undefined) lines.put(key, Math.max(Date.now(), at + 1), null);
      }
    },
    reading(file) {
      const found = lines.find(`r${pairKey(file)}`);
      return typeof found?.value === 'string' ? found.value : null;
    },
    keepReading: (file, reading) => lines.put(`r${pairKey(file)}`, Date.now(), reading),
    async forget(identity) {
      const prefix = identity === null ? '' : serverKey(identity);
      await lines.forget(prefix);
    },
    close: () => lines.flush(),
  };
}

/** The lines of the file that this process knows, written together with what others wrote. */
class ReviewLines {
  readonly #path: string;
  /** By key, in the order of their age. */
  #lines = new Map<string, Line>();
  #stamp: FileStamp | null = null;
  #isChanged = false;
  #timer: NodeJS.Timeout | null = null;
  #writing = Promise.resolve();
  /** What was forgotten meanwhile must not come back with what others kept before. */
  #forgotten: readonly { readonly prefix: string; readonly at: number }[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  get size(): number {
    return this.#lines.size;
  }

  async load(): Promise<void> {
    await this.#take();
    this.#lines = bounded(this.#lines);
  }

  timeOf(key: string): number | undefined {
    return this.#lines.get(key)?.at;
  }

  find(key: string): { readonly at: number; readonly value: unknown } | null {
    const line = this.#lines.get(key);
    if (line === undefined) return null;
    try {
      const parsed: unknown = JSON.parse(line.text);
      return isRecord(parsed) ? { at: line.at, value: parsed['value'] } : null;
    } catch {
      return null;
    }
  }

  put(key: string, at: number, value: unknown): void {
    const text = `{"key":"${key}","at":${at},"value":${JSON.stringify(value)}}`;
    this.#lines.delete(key);
    if (Buffer.byteLength(text) <= mostLineBytes) this.#lines.set(key, { at, text });
    this.#isChanged = true;
    this.#timer ??= setTimeout(() => void this.flush(), togetherMs).unref();
  }

  async forget(prefix: string): Promise<void> {
    this.#forgotten = [...this.#forgotten, { prefix, at: Date.now() }];
    this.#lines = merged(this.#lines, new Map(), this.#forgotten);
    this.#isChanged = true;
    await this.flush();
  }

  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined);
    return this.#writing;
  }

  async #take(): Promise<void> {
    // Taken first: a file that is replaced while it is read is read again.
    const now = await stampAt(this.#path).catch(() => null);
    if (now === this.#stamp) return;
    this.#stamp = now;
    const theirs = await linesOf(this.#path);
    this.#lines = merged(this.#lines, theirs, this.#forgotten);
  }

  async #write(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const written = await rewriteFile(this.#path, async () => {
      await this.#take();
      this.#lines = bounded(this.#lines);
      const texts = [...this.#lines.values()].map(({ text }) => text);
      return ok(`${[header, ...texts].join('\n')}\n`);
    });
    // What can't be written is known for this session.
    if (written.ok) this.#stamp = written.value;
  }
}

const hex = (text: string): string => sha256(text).slice('sha256:'.length);
const serverKey = (identity: Identity): string => hex(identityKey(identity)).slice(0, 24);
const pairKey = ({ identity, ...file }: ListedFileRef): string =>
  `${serverKey(identity)}.` +
  hex(JSON.stringify([file.uri, file.file, file.digest, file.size, file.frontmatter]));
const checkKey = (file: ListedFileRef): string => `c${pairKey(file)}`;
const inspectionKey = (digest: string, path: string): string => `i${hex(`${digest}\n${path}`)}`;

/** The newer line of each key. Whatever was kept before it was forgotten is left out. */
function merged(
  mine: ReadonlyMap<string, Line>,
  theirs: ReadonlyMap<string, Line>,
  forgotten: readonly { readonly prefix: string; readonly at: number }[],
): Map<string, Line> {
  const all = new Map(theirs);
  for (const [key, line] of mine) {
    const other = all.get(key);
    if (other === undefined || other.at <= line.at) all.set(key, line);
  }
  const isForgotten = (key: string, at: number): boolean =>
    forgotten.some((one) => key.slice(1).startsWith(one.prefix) && at <= one.at);
  return new Map(
    [...all]
      .filter(([key, { at }]) => forgotten.length === 0 || !isForgotten(key, at))
      .sort(([, a], [, b]) => a.at - b.at),
  );
}

/** The newest, as many as may be kept. */
function bounded(all: ReadonlyMap<string, Line>): Map<string, Line> {
  let bytes = header.length + 1;
  const left = { inspections: mostInspections, others: mostOthers };
  const kept: (readonly [string, Line])[] = [];
  for (const [key, line] of [...all].reverse()) {
    const kind = key.startsWith('i') ? 'inspections' : 'others';
    bytes += Buffer.byteLength(line.text) + 1;
    if (bytes > mostReviewBytes) break;
    if (left[kind] === 0) continue;
    left[kind] -= 1;
    kept.push([key, line]);
  }
  return new Map(kept.reverse());
}

/** The lines of the file that this version can use; none of a file that can't be read. */
async function linesOf(path: string): Promise<ReadonlyMap<string, Line>> {
  const file = await readBounded(path, mostReviewBytes);
  const lines = new Map<string, Line>();
  if (!file.ok || !(await checkFolder(dirname(path))).ok) return lines;
  const [first, ...rest] = file.value.bytes.toString('utf8').split('\n');
  if (first !== header) return lines;
  for (const text of rest) {
    const start = text.length > mostLineBytes ? null : lineStart.exec(text);
    if (start?.[1] !== undefined) lines.set(start[1], { at: Number(start[2]), text });
  }
  return lines;
}
