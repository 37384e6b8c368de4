import { identityKey } from '../../../shared/host/identity.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';

/** Names a skill: its server's `identityKey` and its URI. */
export const makeSkillKey = (identity: string, uri: string): string => `${identity}\n${uri}`;

/** Where a text stands: UTF-8 JSON without a line feed in it, in memory that nobody changes. */
export interface TextSlice {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Between two records of a file. */
const comma = 0x2c;
const lineFeed = 0x0a;

/** What is asked of all records at once. */
interface Owner {
  /** Names the skill. */
  readonly key: string;
  readonly label: string;
  /** The `identityKey` of its server. */
  readonly identity: string;
  /** The decision runs out at some time. */
  readonly expires: boolean;
}

/**
 * One live record as its JSON text, so that a write does not serialise what did not change. The
 * record is made of the text again when it is asked for: keeping ten thousand of them would cost
 * a load more than checking each.
 */
export class RecordLine implements TextSlice {
  readonly memory: Buffer;
  readonly start: number;
  readonly end: number;
  readonly of: Owner;
  #record: ApprovalRecord | null = null;

  private constructor({ memory, start, end }: TextSlice, of: Owner) {
    this.memory = memory;
    this.start = start;
    this.end = end;
    this.of = of;
  }

  /** `record` is what the text at `place` was parsed to, and is as the schema has it. */
  static read(record: ApprovalRecord, place: TextSlice): RecordLine {
    return new RecordLine(place, ownerOf(record));
  }

  /** A record of which there is no text yet. */
  static made(record: ApprovalRecord): RecordLine {
    const text = JSON.stringify(record);
    const memory = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    const line = new RecordLine({ memory, start: 0, end: memory.write(text) }, ownerOf(record));
    line.#record = record;
    return line;
  }

  /** The same text at another place. */
  at(place: TextSlice): RecordLine {
    const line = new RecordLine(place, this.of);
    line.#record = this.#record;
    return line;
  }

  get record(): ApprovalRecord {
    this.#record ??= JSON.parse(
      this.memory.toString('utf8', this.start, this.end),
    ) as ApprovalRecord;
    return this.#record;
  }
}

function ownerOf({ server, uri, expiresAt }: ApprovalRecord): Owner {
  const identity = identityKey(server.identity);
  return {
    key: makeSkillKey(identity, uri),
    label: server.label,
    identity,
    expires: expiresAt !== null,
  };
}

/** The same records with all texts side by side in one piece of memory, as a file has them. */
export function compactLines(
  lines: ReadonlyMap<string, RecordLine>,
): ReadonlyMap<string, RecordLine> {
  let size = 0;
  for (const { start, end } of lines.values()) size += end - start + 2;
  const memory = Buffer.allocUnsafeSlow(size);
  const compacted = new Map<string, RecordLine>();
  let start = 0;
  for (const [key, line] of lines) {
    const end = start + line.end - line.start;
    line.memory.copy(memory, start, line.start, line.end);
    compacted.set(key, line.at({ memory, start, end }));
    memory[end] = comma;
    memory[end + 1] = lineFeed;
    start = end + 2;
  }
  return compacted;
}
