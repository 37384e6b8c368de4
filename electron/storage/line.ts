import type { ApprovalRecord } from '../../shared/model/approval.ts';
import { identityKey } from '../core/decisions/identity.ts';

/** Names a record: its server's `identityKey` and its URI. */
export const keyOf = (identity: string, uri: string): string => `${identity}\n${uri}`;

/**
 * One live record with its JSON text, so that a write neither parses nor serialises what did not
 * change.
 */
export class Line {
  /**
   * Holds UTF-8 JSON without a line feed in it, from `start` to `end`. A view of its own per line
   * would cost more than all the rest.
   */
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** The `identityKey` of its server. */
  readonly identity: string;
  /** The decision has an end of its own. */
  readonly ends: boolean;
  readonly key: string;
  #record: ApprovalRecord | null;

  /**
   * `record` may be null when the text is known to be one: it is then parsed when it is asked for.
   */
  constructor(
    memory: Buffer,
    start: number,
    end: number,
    label: string,
    identity: string,
    key: string,
    ends: boolean,
    record: ApprovalRecord | null,
  ) {
    this.memory = memory;
    this.start = start;
    this.end = end;
    this.label = label;
    this.identity = identity;
    this.ends = ends;
    this.key = key;
    this.#record = record;
  }

  get record(): ApprovalRecord {
    this.#record ??= JSON.parse(
      this.memory.toString('utf8', this.start, this.end),
    ) as ApprovalRecord;
    return this.#record;
  }

  /** The same record with its text elsewhere in memory. */
  movedTo(memory: Buffer, start: number): Line {
    return new Line(
      memory,
      start,
      start + this.end - this.start,
      this.label,
      this.identity,
      this.key,
      this.ends,
      this.#record,
    );
  }
}

/** A record with its text where it was read, or else in memory of its own. */
export function lineOf(
  record: ApprovalRecord,
  read: { readonly memory: Buffer; readonly start: number; readonly end: number } | null = null,
): Line {
  const { server, uri, expiresAt } = record;
  const identity = identityKey(server.identity);
  const { memory, start, end } = read ?? textOf(record);
  return new Line(
    memory,
    start,
    end,
    server.label,
    identity,
    keyOf(identity, uri),
    expiresAt !== null,
    record,
  );
}

function textOf(record: ApprovalRecord): {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
} {
  const text = JSON.stringify(record);
  const memory = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  return { memory, start: 0, end: memory.write(text) };
}
