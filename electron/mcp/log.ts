import { maskSecrets } from '../core/import/mask.ts';
import { limits } from '../core/limits.ts';
import { visible } from '../core/text.ts';
import type { LogLine } from '../../shared/model/log.ts';
import type { ProtocolLog } from '../usecases/ports/session.ts';
import { BodyRing, type Kept } from './body-ring.ts';
import { bodyText, keptBody } from './log-body.ts';
import { detailOf, isObject } from './recorder.ts';
import type { Answered, Message, Recorder } from './recorder.ts';

export interface LogOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Lines to keep; 0 for a log that nobody looks at. */
  readonly lines?: number;
  readonly bytes?: number;
  /** How long appended lines are gathered before listeners hear of them. */
  readonly batchMs?: number;
}

/** The log as the connector needs it: `recorder` gives the writing end for one server. */
export interface RecordingLog extends ProtocolLog {
  recorder(server: string, secrets: readonly string[]): Recorder;
}

interface Entry {
  readonly id: number;
  readonly server: string;
  readonly secrets: readonly string[];
  readonly at: number;
  readonly direction: LogLine['direction'];
  readonly kind: LogLine['kind'];
  readonly method: string;
  readonly detail: string;
  readonly size: number;
  readonly durationMs: number | null;
  readonly body: Kept | null;
}

const detailShown = 300;
const silent: Recorder = { sent: () => {}, received: () => {}, text: () => {} };

/**
 * The last messages of all servers, in one ring. Servers decide how many messages there are
 * and how large; lines and bytes are bounded, and masking and escaping happen only for what
 * is looked at.
 */
export function createProtocolLog(options: LogOptions): RecordingLog {
  const maxLines = options.lines ?? limits.logLines;
  const bodies = new BodyRing(maxLines === 0 ? 0 : (options.bytes ?? limits.logBytes));
  const batchMs = options.batchMs ?? 50;
  const ring: Entry[] = [];
  const listeners = new Set<(lines: readonly LogLine[]) => void>();
  let nextId = 1;
  let announced = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const at = (id: number): Entry | undefined => {
    const entry = ring[id % maxLines];
    return entry?.id === id ? entry : undefined;
  };

  const shown = (entry: Entry): LogLine => ({
    id: entry.id,
    server: entry.server,
    at: entry.at,
    direction: entry.direction,
    kind: entry.kind,
    method: visible(maskSecrets(entry.method.slice(0, 1_000), entry.secrets), 100),
    // Cut only after masking: half a secret is not recognised as one.
    detail: visible(maskSecrets(entry.detail, entry.secrets), detailShown),
    size: entry.size,
    durationMs: entry.durationMs,
  });

  const range = (from: number): Entry[] => {
    const found: Entry[] = [];
    for (let id = Math.max(from, nextId - maxLines, 1); id < nextId; id += 1) {
      const entry = at(id);
      if (entry !== undefined) found.push(entry);
    }
    return found;
  };

  const announce = (): void => {
    timer = null;
    const fresh = range(announced + 1).map(shown);
    announced = nextId - 1;
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  };

  const append = (entry: Entry): void => {
    ring[entry.id % maxLines] = entry;
    nextId += 1;
    if (listeners.size > 0 && timer === null) {
      timer = setTimeout(announce, batchMs);
      timer.unref();
    }
  };

  // A command shows no log, so it keeps none: with no lines to keep, nothing is even looked at.
  const keeps = maxLines > 0;

  const message = (
    server: string,
    secrets: readonly string[],
    direction: 'sent' | 'received',
    json: Message,
    raw: string,
    answered: Answered | null,
  ): void => {
    const method = json['method'];
    const error = json['error'];
    const now = options.now();
    append({
      id: nextId,
      server,
      secrets,
      at: now,
      direction,
      kind:
        typeof method === 'string'
          ? json['id'] === undefined
            ? 'notification'
            : 'request'
          : error === undefined
            ? 'response'
            : 'error',
      method: typeof method === 'string' ? method : (answered?.method ?? ''),
      detail:
        isObject(error) && typeof error['message'] === 'string'
          ? error['message'].slice(0, 4_096)
          : (answered?.detail ?? detailOf(json)).slice(0, 4_096),
      size: Buffer.byteLength(raw),
      durationMs: answered === null ? null : Math.max(0, now - answered.sentAt),
      body: bodies.put(keptBody(raw, secrets)),
    });
  };

  const text = (
    server: string,
    secrets: readonly string[],
    direction: 'stderr' | 'received' | 'note',
    line: string,
  ): void => {
    const detail = line.slice(0, 4_096);
    append({
      id: nextId,
      server,
      secrets,
      at: options.now(),
      direction,
      kind: 'text',
      method: '',
      detail,
      size: Buffer.byteLength(line),
      durationMs: null,
      body: bodies.put(keptBody(line, secrets)),
    });
  };

  return {
    lines: (server) =>
      range(1)
        .filter((entry) => server === null || entry.server === server)
        .map(shown),
    body: (id) => {
      const entry = at(id);
      const body = entry?.body == null ? null : bodies.get(entry.body);
      return entry === undefined || body === null ? null : bodyText(body, entry.secrets);
    },
    onAppend: (listener) => {
      if (listeners.size === 0) announced = nextId - 1;
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
            sent: (json, raw) => message(server, secrets, 'sent', json, raw, null),
            received: (json, raw, answered) =>
              message(server, secrets, 'received', json, raw, answered),
            text: (direction, line) => text(server, secrets, direction, line),
          }
        : silent,
  };
}
