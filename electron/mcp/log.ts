import { textChars, rowOf, type LogEntry } from '../core/log/entry.ts';
import { LogStore, type BegunEntry } from '../core/log/log-store.ts';
import { limits } from '../core/limits.ts';
import type { LogRow } from '../../shared/model/log.ts';
import type { LogChange, ProtocolLog } from '../engine/ports/session.ts';
import { detailOf } from '../core/log/detail.ts';
import { isObject } from './recorder.ts';
import type { AnsweredRequest, MessageMark, WireMessage, TrafficRecorder } from './recorder.ts';

export interface LogOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Identifies this log; a restart creates a new one. */
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
  const listeners = new Set<(change: LogChange) => void>();
  const touched = new Set<number>();
  let announced = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const announce = (): void => {
    timer = null;
    const rows: LogRow[] = [];
    for (const id of touched) {
      const entry = store.get(id);
      if (entry !== undefined) rows.push(rowOf(entry));
    }
    touched.clear();
    const { revision, dropped, epoch } = store;
    const gone = store.goneBetween(announced, revision);
    announced = revision;
    const change = { epoch, rows, gone, revision, dropped };
    for (const listener of listeners) listener(change);
  };

  const changed = (id: number | null): void => {
    if (listeners.size === 0) return;
    if (id !== null) touched.add(id);
    if (timer !== null) return;
    timer = setTimeout(announce, batchMs);
    timer.unref();
  };

  const begin = (begun: BegunEntry): number => {
    const id = store.begin(begun);
    changed(id);
    return id;
  };

  const message = (
    server: string,
    secrets: readonly string[],
    direction: LogRow['direction'],
    json: WireMessage,
    raw: string,
    mark: MessageMark,
  ): number => {
    const method = json['method'];
    const isCall = typeof method === 'string';
    const waits = isCall && json['id'] !== undefined;
    const failure = errorOf(json);
    return begin({
      server,
      secrets,
      at: now(),
      kind: isCall ? (waits ? 'exchange' : 'notification') : 'answer',
      direction,
      method: isCall ? method : '',
      target: detailOf(json).slice(0, textChars),
      rpcId: idText(json['id']),
      status: waits ? 'waiting' : isCall ? 'none' : failure === null ? 'ok' : 'error',
      code: failure?.code ?? null,
      message: failure?.message ?? '',
      probe: mark.probe === true,
      byHand: mark.byHand === true,
      check: mark.check === true,
      raw,
    });
  };

  const answer = (row: number, json: WireMessage, raw: string): number => {
    const failure = errorOf(json);
    store.end(row, {
      at: now(),
      status: failure === null ? 'ok' : 'error',
      code: failure?.code ?? null,
      message: failure?.message ?? '',
      raw,
    });
    changed(row);
    return row;
  };

  const text = (
    server: string,
    secrets: readonly string[],
    kind: 'stderr' | 'stray' | 'note',
    line: string,
  ): void => {
    begin({
      server,
      secrets,
      at: now(),
      kind,
      direction: 'received',
      method: '',
      target: line.slice(0, textChars),
      rpcId: '',
      status: 'none',
      raw: line,
    });
  };

  return {
    store,
    rows: (server) =>
      [...store.entries()]
        .filter((entry: LogEntry) => server === null || entry.server === server)
        .map(rowOf),
    pin: (id, pinned) => {
      const done = store.pin(id, pinned);
      changed(id);
      return done;
    },
    clear: () => {
      store.clear();
      changed(null);
    },
    onChange: (listener) => {
      if (listeners.size === 0) announced = store.revision;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    note: (server, line) => {
      if (keeps) text(server, [], 'note', line);
    },
    recorder: (server, secrets) =>
      keeps
        ? {
            sent: (json, raw, mark = {}) =>
              mark.answers === undefined
                ? message(server, secrets, 'sent', json, raw, mark)
                : answer(mark.answers, json, raw),
            received: (json, raw, answered: AnsweredRequest | null) =>
              answered === null
                ? message(server, secrets, 'received', json, raw, {})
                : answer(answered.row, json, raw),
            unanswered: (row, how, why) => {
              store.end(row, { at: now(), status: how, message: why.slice(0, textChars) });
              changed(row);
            },
            http: (row, seen) => {
              store.http(row, seen);
              changed(row);
            },
            text: (direction, line) =>
              text(server, secrets, direction === 'received' ? 'stray' : direction, line),
          }
        : silent,
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
