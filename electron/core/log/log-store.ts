import type { HttpFacts, LogPage, LogRow } from '../../../shared/model/log.ts';
import { isTrouble } from '../../../shared/model/log-trouble.ts';
import type { CheckId } from '../../../shared/model/verdict.ts';
import { BodyStore, bodyText, keptBody } from './bodies.ts';
import { RemovedRows, isFileRead, LatestReads, RowRetention } from './retention.ts';
import { rowOf, type LogEntry, type HttpSeen, isExpected } from './entry.ts';
import { logPattern } from '../../../shared/log-pattern.ts';
import { maskSecrets } from '../import/mask.ts';

/** What is known about a row when it begins. */
export type BegunEntry = Pick<
  LogEntry,
  'server' | 'secrets' | 'at' | 'kind' | 'direction' | 'method' | 'target' | 'rpcId' | 'status'
> &
  Partial<Pick<LogEntry, 'probe' | 'byHand' | 'check' | 'code' | 'message'>> & {
    /** The text as sent. */
    readonly raw: string;
  };

/** How an exchange ended. */
interface EndedExchange {
  readonly at: number;
  readonly status: Exclude<LogRow['status'], 'none' | 'waiting'>;
  readonly code?: number | null;
  readonly message?: string;
  /** The response as received; absent if there was none. */
  readonly raw?: string;
}

/** A row of an exported log. */
type RestoredRow = Omit<LogRow, 'revision'> & {
  readonly request: string | null;
  readonly response: string | null;
  readonly http: HttpFacts | null;
};

export const mostPinned = 1_000;

/**
 * The rows of a log and their bodies. Servers decide how many messages there are and how large:
 * rows and bytes are limited, and masking and escaping happen only on display.
 */
export class LogStore {
  readonly epoch: string;
  readonly #rows = new Map<number, LogEntry>();
  /** The same rows in the order of their last change. */
  readonly #changed = new Map<number, LogEntry>();
  readonly #bodies: BodyStore;
  readonly #retention: RowRetention;
  readonly #departed = new RemovedRows();
  readonly #reads = new LatestReads();
  #revision = 0;
  #nextId = 1;
  #pins = 0;
  #dropped = 0;

  constructor(epoch: string, rows: number, bytes: number) {
    this.epoch = epoch;
    this.#bodies = new BodyStore(bytes);
    this.#retention = new RowRetention(rows, this.#rows);
  }

  get revision(): number {
    return this.#revision;
  }

  /** Number of rows held. */
  get size(): number {
    return this.#rows.size;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a row and returns its id. */
  begin({ raw, probe = false, byHand = false, check = false, ...begun }: BegunEntry): number {
    const entry: LogEntry = {
      code: null,
      message: '',
      ...begun,
      id: this.#nextId,
      revision: 0,
      probe,
      byHand,
      check,
      negotiation: false,
      failedCheck: null,
      pinned: false,
      answeredAt: null,
      bytes: Buffer.byteLength(raw),
      answerBytes: null,
      request: null,
      response: null,
      http: null,
    };
    this.#nextId += 1;
    const shelf = isTrouble(entry) ? 'trouble' : 'ordinary';
    entry.request = this.#bodies.put(keptBody(raw, entry.secrets), shelf);
    this.#rows.set(entry.id, entry);
    this.#touch(entry);
    const excess = this.#retention.excess();
    if (excess !== null) {
      this.#remove(excess, 'made-room');
      this.#dropped += 1;
    }
    return entry.id;
  }

  /** Ends a pending row; a row that ended or left the log stays unchanged. */
  end(id: number, { at, status, code = null, message = '', raw }: EndedExchange): void {
    const entry = this.#rows.get(id);
    if (entry?.status !== 'waiting') return;
    entry.status = status;
    entry.code = code;
    entry.message = message;
    entry.answeredAt = at;
    entry.negotiation = isExpected(entry);
    const shelf = entry.pinned ? 'pinned' : isTrouble(entry) ? 'trouble' : 'ordinary';
    if (raw !== undefined) {
      entry.answerBytes = Buffer.byteLength(raw);
      entry.response = this.#bodies.put(keptBody(raw, entry.secrets), shelf);
    }
    if (shelf !== 'ordinary') entry.request = this.#bodies.moved(entry.request, shelf);
    if (isFileRead(entry)) this.#reads.set(entry.server, entry.target, id);
    this.#touch(entry);
  }

  /**
   * Marks the latest read of a file as one whose content failed a check, and keeps it like an
   * error. Returns its row; null if there's none, or the server refused to answer it.
   */
  fail(server: string, file: string, check: CheckId): number | null {
    const id = this.#reads.get(server, file) ?? this.#reads.get(server, file.split('#')[0] ?? '');
    const entry = id === undefined ? undefined : this.#rows.get(id);
    if (entry?.status !== 'ok') return null;
    entry.failedCheck = check;
    if (!entry.pinned) {
      entry.request = this.#bodies.moved(entry.request, 'trouble');
      entry.response = this.#bodies.moved(entry.response, 'trouble');
    }
    this.#touch(entry);
    return entry.id;
  }

  /** Adds a row of an exported log unchanged except for its id. */
  restore({ request, response, http, durationMs, ...row }: RestoredRow): void {
    const id = this.begin({ ...row, secrets: [], status: 'none', raw: '' });
    const entry = this.#rows.get(id);
    if (entry === undefined) return;
    const { status, negotiation, failedCheck, pinned, answerBytes, bytes, at } = row;
    const answeredAt = durationMs === null ? null : at + durationMs;
    const outcome = { status, negotiation, failedCheck, pinned, answerBytes, bytes, answeredAt };
    Object.assign(entry, outcome);
    // Unchanged: a cut text says so itself and must not be cut again.
    entry.request = request === null ? null : this.#bodies.put(request);
    entry.response = response === null ? null : this.#bodies.put(response);
    entry.http =
      http === null
        ? null
        : { ...http, firstByteAt: http.firstByteMs === null ? null : at + http.firstByteMs };
  }

  /** The HTTP details of a row. */
  http(id: number, seen: HttpSeen): void {
    const entry = this.#rows.get(id);
    if (entry === undefined) return;
    entry.http = seen;
    if (entry.status !== 'waiting') entry.negotiation = isExpected(entry);
    this.#touch(entry);
  }

  /** False if there is no such row, or no room to pin another. */
  pin(id: number, pinned: boolean): boolean {
    const entry = this.#rows.get(id);
    if (entry === undefined || (pinned && this.#pins >= mostPinned)) return false;
    if (entry.pinned === pinned) return true;
    entry.pinned = pinned;
    this.#pins += pinned ? 1 : -1;
    if (pinned) {
      entry.request = this.#bodies.moved(entry.request, 'pinned');
      entry.response = this.#bodies.moved(entry.response, 'pinned');
    }
    this.#touch(entry);
    return true;
  }

  /** Removes every unpinned row; returns how many. */
  clear(): number {
    const going = [...this.#rows.values()].filter(({ pinned }) => !pinned);
    for (const entry of going) this.#remove(entry, 'cleared');
    return going.length;
  }

  /** Why rows after this one may be gone; null if none are. */
  leftAfter(id: number): 'cleared' | 'made-room' | null {
    return this.#departed.after(id);
  }

  get(id: number): LogEntry | undefined {
    return this.#rows.get(id);
  }

  /** Every row, oldest first. */
  entries(): Iterable<LogEntry> {
    return this.#rows.values();
  }

  /** Rows that changed after a revision, in the order of their change. */
  *changedSince(revision: number): Generator<LogEntry> {
    // Backward from the newest would need another order; the log is asked like this when a page
    // loads.
    for (const entry of this.#changed.values()) if (entry.revision > revision) yield entry;
  }

  /** Ids removed between two revisions. */
  goneBetween(after: number, until: number): number[] {
    return this.#departed.between(after, until);
  }

  /** Changes after a revision, at most `limit` rows. `epoch`: of the rows that the caller holds. */
  page(epoch: string | null, after: number, limit: number): LogPage {
    const reset = epoch !== this.epoch || after > this.#revision || after < this.#departed.since;
    const from = reset ? 0 : after;
    const rows: LogRow[] = [];
    let more = false;
    for (const entry of this.changedSince(from)) {
      if (rows.length === limit) {
        more = true;
        break;
      }
      rows.push(rowOf(entry));
    }
    const revision = more ? (rows.at(-1)?.revision ?? this.#revision) : this.#revision;
    const gone = reset ? [] : this.goneBetween(from, revision);
    return { epoch: this.epoch, reset, rows, gone, revision, more, dropped: this.#dropped };
  }

  /** The raw request of a row as sent; null if it isn't kept in full. */
  raw(id: number): string | null {
    const entry = this.#rows.get(id);
    return entry?.request == null ? null : this.#bodies.get(entry.request);
  }

  /** Both bodies for the screen, masked. Null: no longer kept, or absent. */
  texts(id: number): { readonly request: string | null; readonly response: string | null } {
    const entry = this.#rows.get(id);
    const text = (kept: LogEntry['request']): string | null => {
      const body = kept === null ? null : this.#bodies.get(kept);
      return body === null || entry === undefined ? null : bodyText(body, entry.secrets);
    };
    return { request: text(entry?.request ?? null), response: text(entry?.response ?? null) };
  }

  /** One body unchanged, one character per byte; null if it's no longer kept. */
  bytesOf(kept: LogEntry['request']): string | null {
    return kept === null ? null : this.#bodies.bytes(kept);
  }

  textOf(kept: LogEntry['request']): string | null {
    return kept === null ? null : this.#bodies.get(kept);
  }

  #touch(entry: LogEntry): void {
    this.#revision += 1;
    entry.revision = this.#revision;
    this.#changed.delete(entry.id);
    this.#changed.set(entry.id, entry);
    this.#retention.note(entry);
  }

  #remove(entry: LogEntry, why: 'cleared' | 'made-room'): void {
    this.#revision += 1;
    this.#rows.delete(entry.id);
    this.#changed.delete(entry.id);
    this.#retention.forget(entry.id);
    if (entry.pinned) this.#pins -= 1;
    this.#reads.forget(entry);
    this.#departed.add(entry.id, this.#revision, why);
  }
}

/**
 * The rows changed after `after` whose bodies contain `text`, oldest change first
 * (`logPattern`).
 *
 * Whoever can type here must not find out a secret letter by letter, so masked text is never
 * found.
 */
export function searched(log: LogStore, text: string, after: number): number[] {
  // One character per byte: bodies without a match are never decoded.
  const wanted = logPattern(Buffer.from(text, 'utf8').toString('latin1'));
  if (wanted === null) return [];
  const found: number[] = [];
  for (const entry of log.changedSince(after))
    if (holds(log, entry, entry.request, wanted) || holds(log, entry, entry.response, wanted))
      found.push(entry.id);
  return found;
}

function holds(log: LogStore, entry: LogEntry, kept: LogEntry['request'], wanted: RegExp): boolean {
  const bytes = log.bytesOf(kept);
  if (bytes === null || !wanted.test(bytes)) return false;
  if (entry.secrets.length === 0) return true;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const shown = maskSecrets(text, entry.secrets);
  return shown === text || wanted.test(Buffer.from(shown, 'utf8').toString('latin1'));
}

/** The marker at the end of a text that was cut for storage (`keptBody`). */
const cutMark = / more characters not kept\]$/;

/** Whether only the beginning of a message is kept. */
export const isCut = (kept: string): boolean => cutMark.test(kept);

const addresses = /"(?:uri|url)"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const names = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Every address that a message names as such, anywhere in it, even if it was cut. */
export const urisIn = (kept: string): ReadonlySet<string> => valuesOf(kept, addresses);

/** Every name that a message gives. */
export const namesIn = (kept: string): ReadonlySet<string> => valuesOf(kept, names);

/** By text instead of parsing: the message may be cut after what is looked for. */
function valuesOf(kept: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, json = ''] of kept.matchAll(pattern)) {
    try {
      found.add(JSON.parse(json) as string);
    } catch {
      // Invalid JSON after all: a bare control character or an unknown escape.
    }
  }
  return found;
}
