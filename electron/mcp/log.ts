import { textChars, rowOf, type LogEntry, detailOf } from '../core/log/entry.ts';
import { LogStore, type BegunEntry } from '../core/log/log-store.ts';
import { limits } from '../core/limits.ts';
import type { LogRow } from '../../shared/model/log.ts';
import type { LogChange, ProtocolLog } from '../engine/ports/session.ts';
import {
  isObject,
  type AnsweredRequest,
  type MessageMark,
  type WireMessage,
  type TrafficRecorder,
} from './recorder.ts';

export interface LogOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Names this log; after a restart there's a new name. */
  readonly epoch?: string;
  /** Rows to keep; 0 for a log that nobody looks at. */
  readonly rows?: number;
  readonly bytes?: number;
  /** How long changes are gathered before listeners hear of them. */
  readonly batchMs?: number;
}

/** The log as the connector needs it: `recorder` gives the writing end for one server. */
export interface RecordingLog extends ProtocolLog {
  recorder(server: string, secrets: readonly string[]): TrafficRecorder;
}

const silent: TrafficRecorder = {
  sent: () => 0,
  received: () => 0,
  unanswered: () => {},
  http: () => {},
  text: () => {},
};

/**
 * What was said with all servers, in one log: a request and its answer are one row. Which answer
 * belongs to which request is known where it arrives (`Answered`), never guessed here.
 */
export function createProtocolLog(options: LogOptions): RecordingLog {
  const { now, batchMs = 50 } = options;
  const most = options.rows ?? limits.logRows;
  // A command shows no log, so it keeps none: with no rows to keep, nothing is even looked at.
  const keeps = most > 0;
  const store = new LogStore(
    options.epoch ?? `${now()}`,
    most,
    keeps ? (options.bytes ?? limits.logBytes) : 0,
  );
  const news = new ChangeBatch(store, batchMs);
  const begin = (begun: BegunEntry): number => {
    const id = store.begin(begun);
    news.add(id);
    return id;
  };
  return {
    store,
    rows: (server) =>
      [...store.entries()]
        .filter((entry: LogEntry) => server === null || entry.server === server)
        .map(rowOf),
    pin: (id, pinned) => {
      const done = store.pin(id, pinned);
      news.add(id);
      return done;
    },
    clear: () => {
      store.clear();
      news.add(null);
    },
    onChange: (listener) => news.listen(listener),
    note: (server, line) => {
      if (keeps) begin(lineEntry({ server, secrets: [], at: now() }, 'note', line));
    },
    fail: (server, file, check) => {
      const row = store.fail(server, file, check);
      if (row !== null) news.add(row);
    },
    recorder: (server, secrets) => {
      if (!keeps) return silent;
      const place = (): EntryPlace => ({ server, secrets, at: now() });
      const answer = (row: number, json: WireMessage, raw: string): number => {
        store.end(row, { at: now(), ...outcomeOf(json), raw });
        news.add(row);
        return row;
      };
      return {
        sent: (json, raw, mark = {}) =>
          mark.answers === undefined
            ? begin(messageEntry(place(), 'sent', json, raw, mark))
            : answer(mark.answers, json, raw),
        received: (json, raw, answered: AnsweredRequest | null) =>
          answered === null
            ? begin(messageEntry(place(), 'received', json, raw, {}))
            : answer(answered.row, json, raw),
        unanswered: (row, how, why) => {
          store.end(row, { at: now(), status: how, message: why.slice(0, textChars) });
          news.add(row);
        },
        http: (row, seen) => {
          store.http(row, seen);
          news.add(row);
        },
        text: (direction, line) => {
          begin(lineEntry(place(), direction === 'received' ? 'stray' : direction, line));
        },
      };
    },
  };
}

/** Changed rows, gathered for a moment before listeners hear of them. */
class ChangeBatch {
  private readonly store: LogStore;
  private readonly waitMs: number;
  private readonly listeners = new Set<(change: LogChange) => void>();
  private readonly touched = new Set<number>();
  private announced = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: LogStore, waitMs: number) {
    this.store = store;
    this.waitMs = waitMs;
  }

  /** Null for a change of no row, such as rows that have gone. */
  add(id: number | null): void {
    if (this.listeners.size === 0) return;
    if (id !== null) this.touched.add(id);
    if (this.timer !== null) return;
    this.timer = setTimeout(() => this.announce(), this.waitMs);
    this.timer.unref();
  }

  listen(listener: (change: LogChange) => void): () => void {
    if (this.listeners.size === 0) this.announced = this.store.revision;
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  private announce(): void {
    this.timer = null;
    const rows: LogRow[] = [];
    for (const id of this.touched) {
      const entry = this.store.get(id);
      if (entry !== undefined) rows.push(rowOf(entry));
    }
    this.touched.clear();
    const { revision, dropped, epoch } = this.store;
    const gone = this.store.goneBetween(this.announced, revision);
    this.announced = revision;
    const change = { epoch, rows, gone, revision, dropped };
    for (const listener of this.listeners) listener(change);
  }
}

type EntryPlace = Pick<BegunEntry, 'server' | 'secrets' | 'at'>;

function messageEntry(
  place: EntryPlace,
  direction: LogRow['direction'],
  json: WireMessage,
  raw: string,
  mark: MessageMark,
): BegunEntry {
  const method = json['method'];
  const isCall = typeof method === 'string';
  const waits = isCall && json['id'] !== undefined;
  const outcome = outcomeOf(json);
  return {
    ...place,
    kind: isCall ? (waits ? 'exchange' : 'notification') : 'answer',
    direction,
    method: isCall ? method : '',
    target: detailOf(json).slice(0, textChars),
    rpcId: idText(json['id']),
    ...outcome,
    status: waits ? 'waiting' : isCall ? 'none' : outcome.status,
    probe: mark.probe === true,
    byHand: mark.byHand === true,
    check: mark.check === true,
    raw,
  };
}

const lineEntry = (
  place: EntryPlace,
  kind: 'stderr' | 'stray' | 'note',
  line: string,
): BegunEntry => ({
  ...place,
  kind,
  direction: 'received',
  method: '',
  target: line.slice(0, textChars),
  rpcId: '',
  status: 'none',
  raw: line,
});

function outcomeOf(json: WireMessage) {
  const failure = errorOf(json);
  return {
    status: failure === null ? ('ok' as const) : ('error' as const),
    code: failure?.code ?? null,
    message: failure?.message ?? '',
  };
}

/** The error of an answer, whose every field is the server's choice; null for a result. */
function errorOf({ error }: WireMessage): { code: number | null; message: string } | null {
  if (error === undefined) return null;
  if (!isObject(error)) return { code: null, message: 'The error isn’t an object.' };
  const { code, message } = error;
  return {
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? message.slice(0, textChars) : '',
  };
}

const idText = (id: unknown): string =>
  typeof id === 'string' ? id.slice(0, textChars) : typeof id === 'number' ? String(id) : '';
