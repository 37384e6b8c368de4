import type { LogRow, HttpFacts } from '../../../shared/model/log.ts';
import { maskedHead, maskSecrets, masked } from '../import/mask.ts';
import { visible } from '../text.ts';
import type { ClassedBody } from './bodies.ts';
import { isRecord } from '../json.ts';

/** The HTTP details of an exchange, unmasked. */
export interface HttpSeen {
  readonly url: string;
  readonly method: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly status: number | null;
  readonly statusText: string;
  readonly responseHeaders: readonly (readonly [string, string])[];
  /** Milliseconds since the epoch. */
  readonly firstByteAt: number | null;
}

/** A row as the log holds it: unmasked, and changed in place only by the log. */
export interface LogEntry {
  readonly id: number;
  revision: number;
  readonly server: string;
  /** Grows with every token in use; rows are masked with its state when shown. */
  readonly secrets: readonly string[];
  readonly at: number;
  readonly kind: LogRow['kind'];
  readonly direction: LogRow['direction'];
  readonly method: string;
  readonly target: string;
  readonly rpcId: string;
  status: LogRow['status'];
  code: number | null;
  message: string;
  /** Sent to detect what the server speaks: some refusals are expected. */
  readonly probe: boolean;
  negotiation: boolean;
  failedCheck: LogRow['failedCheck'];
  readonly byHand: boolean;
  /** Sent by a check of the server: nothing else depends on its answer. */
  readonly check: boolean;
  pinned: boolean;
  answeredAt: number | null;
  readonly bytes: number;
  answerBytes: number | null;
  request: ClassedBody | null;
  response: ClassedBody | null;
  http: HttpSeen | null;
}

/** Texts of a row are read only up to here. */
export const textChars = 4_096;
/** Shorter texts are complete. */
const nameChars = 1_000;
const shownChars = 300;

/** The row for the screen: masked first, then shortened, because half a secret isn't recognized. */
export function rowOf(entry: LogEntry): LogRow {
  const shown = (text: string, max: number): string =>
    visible(
      // A cut text may end inside a secret, and masking may remove what precedes it.
      text.length < nameChars
        ? maskSecrets(text, entry.secrets)
        : maskedHead(text, entry.secrets, textChars),
      max,
    );
  return {
    id: entry.id,
    revision: entry.revision,
    server: entry.server,
    at: entry.at,
    kind: entry.kind,
    direction: entry.direction,
    method: shown(entry.method.slice(0, textChars), 100),
    target: shown(entry.target, shownChars),
    rpcId: shown(entry.rpcId.slice(0, textChars), 60),
    status: entry.status,
    code: entry.code,
    message: shown(entry.message, shownChars),
    negotiation: entry.negotiation,
    failedCheck: entry.failedCheck,
    byHand: entry.byHand,
    pinned: entry.pinned,
    durationMs: entry.answeredAt === null ? null : Math.max(0, entry.answeredAt - entry.at),
    bytes: entry.bytes,
    answerBytes: entry.answerBytes,
  };
}

/** Their values are never shown, whether they come from the configuration or the server. */
const credentials: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);
/** Whoever has it can act in this session; its beginning is enough to tell sessions apart. */
const session = 'mcp-session-id';
const sessionShown = 8;
const valueChars = 2_000;
/** A server decides how many headers it sends. */
export const mostHeaders = 100;

/** The HTTP details for the screen and for files: secrets masked, the session shortened. */
export function httpFactsOf(entry: Pick<LogEntry, 'secrets' | 'at'>, seen: HttpSeen): HttpFacts {
  const { secrets } = entry;
  const text = (value: string): string => visible(maskSecrets(value, secrets), valueChars);
  const header = ([name, value]: readonly [string, string]): [string, string] => [
    text(name),
    headerValue(name, value, text),
  ];
  return {
    url: text(seen.url),
    method: seen.method,
    requestHeaders: seen.requestHeaders.slice(0, mostHeaders).map(header),
    status: seen.status,
    statusText: text(seen.statusText),
    responseHeaders: seen.responseHeaders.slice(0, mostHeaders).map(header),
    firstByteMs: seen.firstByteAt === null ? null : Math.max(0, seen.firstByteAt - entry.at),
  };
}

function headerValue(name: string, value: string, text: (value: string) => string): string {
  const lower = name.toLowerCase();
  if (credentials.has(lower)) return masked;
  if (lower === session && value.length > sessionShown)
    return `${text(value.slice(0, sessionShown))}…`;
  return text(value);
}

/**
 * Errors that mean "not here": method not found, invalid params (which newer servers return for an
 * unknown resource), and resource not found.
 */
const notHere: ReadonlySet<number> = new Set([-32_601, -32_602, -32_002]);

/** The first request, which shows a server's era; an older one may refuse it in any way. */
const firstQuestion = 'server/discover';

/** Sent to every server of newer revisions, which don't say whether they answer it. */
const following = 'subscriptions/listen';

/**
 * Whether a row's outcome was expected during detection. Any other failure is an error: a crash
 * doesn't answer the question.
 */
export function isExpected({ method, probe, status, code, http }: LogEntry): boolean {
  if (method === firstQuestion)
    return (
      status === 'error' ||
      status === 'cancelled' ||
      status === 'timeout' ||
      // An older server refuses it with an HTTP status; one that is down sends none.
      (status === 'lost' && http !== null && http.status !== null && http.status < 500)
    );
  if (method === following) return status === 'error' && code === -32_601;
  return probe && status === 'error' && code !== null && notHere.has(code);
}

/** The URI, cursor or name that a message is about, unabridged and as received. */
export function detailOf(message: Readonly<Record<string, unknown>>): string {
  const params = message['params'];
  if (!isRecord(params)) return '';
  const { uri, cursor, name, reason } = params;
  if (typeof uri === 'string') return uri;
  if (typeof cursor === 'string') return `cursor: ${cursor}`;
  if (typeof name === 'string') return name;
  return typeof reason === 'string' ? reason : '';
}
