import type { HttpSeen } from '../core/log/entry.ts';

/**
 * Where a connection reports its traffic. `raw` is the message's JSON as it was on the wire;
 * nothing is computed from it until a person looks.
 */
export interface TrafficRecorder {
  /** Gives the row that it began. `answers`: the row of the server's request that this answers. */
  sent(message: WireMessage, raw: string, mark?: MessageMark): number;
  /** `answered`: the request that this answers. Gives its row, or the one that it began. */
  received(message: WireMessage, raw: string, answered: AnsweredRequest | null): number;
  /** The exchange has ended without an answer that could be used. */
  unanswered(row: number, how: 'cancelled' | 'timeout' | 'lost', why: string): void;
  /** What HTTP said of the exchange. */
  http(row: number, seen: HttpSeen): void;
  /** Text that is not a message: a line of stderr, or a note of ours. */
  text(direction: 'stderr' | 'received' | 'note', text: string): void;
}

/** What is known of a message beside its text. */
export interface MessageMark {
  /** A person sent it. */
  readonly byHand?: boolean | undefined;
  /** Asked to find out what the server speaks. */
  readonly probe?: boolean | undefined;
  /** Asked by a check of the server: nothing else rests on its answer. */
  readonly check?: boolean | undefined;
  /** The row of the server's request that it answers. */
  readonly answers?: number | undefined;
}

/** The request that a response answers. */
export interface AnsweredRequest {
  readonly method: string;
  readonly detail: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** Where it stands in the log. */
  readonly row: number;
}

/** JSON that is an object; every field may be anything. */
export type WireMessage = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
