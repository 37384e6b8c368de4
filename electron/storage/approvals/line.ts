import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { identityKey } from '../../core/decisions/identity.ts';

/** Names a skill: its server's `identityKey` and its URI. */
export const keyOf = (identity: string, uri: string): string => `${identity}\n${uri}`;

/** Where a text stands: UTF-8 JSON without a line feed in it. */
export interface Place {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * One live record with its JSON text, so that a write does not serialise what did not change. A
 * view of its own per line would cost more than all the rest.
 */
export interface Line extends Place {
  readonly record: ApprovalRecord;
  readonly label: string;
  /** The `identityKey` of its server. */
  readonly identity: string;
  readonly key: string;
}

/** A record with its text where it was read, or else in memory of its own. */
export function lineOf(record: ApprovalRecord, place: Place = textOf(record)): Line {
  const { server, uri } = record;
  const identity = identityKey(server.identity);
  const { memory, start, end } = place;
  return { memory, start, end, record, label: server.label, identity, key: keyOf(identity, uri) };
}

function textOf(record: ApprovalRecord): Place {
  const text = JSON.stringify(record);
  const memory = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  return { memory, start: 0, end: memory.write(text) };
}
