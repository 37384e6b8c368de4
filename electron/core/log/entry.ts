import type { LogRow } from '../../../shared/model/log.ts';
import { maskedHead, maskSecrets } from '../import/mask.ts';
import { visible } from '../text.ts';
import type { ClassedBody } from './bodies.ts';

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
