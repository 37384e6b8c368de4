import type { LogRow } from '../../../shared/model/log.ts';
import { maskedHead, maskSecrets } from '../import/mask.ts';
import { visible } from '../text.ts';
import type { ClassedBody } from './bodies.ts';

/** What HTTP said of an exchange, as it was. */
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

/** A row as the log holds it: unmasked, and changed in place by the log alone. */
export interface LogEntry {
  readonly id: number;
  revision: number;
  readonly server: string;
  /** Grows by every token that is used; whoever shows the row masks with what it is by then. */
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
  /** Asked to find out what the server speaks: some refusals are expected. */
  readonly probe: boolean;
  negotiation: boolean;
  readonly byHand: boolean;
  /** Asked by a check of the server: nothing else rests on its answer. */
  readonly check: boolean;
  pinned: boolean;
  answeredAt: number | null;
  readonly bytes: number;
  answerBytes: number | null;
  request: ClassedBody | null;
  response: ClassedBody | null;
  http: HttpSeen | null;
}

/** More of a text of a row is not looked at. */
export const textChars = 4_096;
/** A shorter text is whole. */
const nameChars = 1_000;
const shownChars = 300;

/** The row for the screen: masked, then shortened; half a secret is not recognised as one. */
export function rowOf(entry: LogEntry): LogRow {
  const shown = (text: string, max: number): string =>
    visible(
      // One that was cut may end within a secret, and what stands before it may be masked away.
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
    byHand: entry.byHand,
    pinned: entry.pinned,
    durationMs: entry.answeredAt === null ? null : Math.max(0, entry.answeredAt - entry.at),
    bytes: entry.bytes,
    answerBytes: entry.answerBytes,
  };
}
