import { isUtf8 } from 'node:buffer';
import { carried, formerKey } from '../../../shared/host/carry.ts';
import { majorOf } from '../../../shared/host/document.ts';
import {
  file as fileSchema,
  format,
  formerFile,
  formerRecord,
  major,
  record as recordSchema,
  type FormerRecord,
} from '../../../shared/host/format.ts';
import { faultIn } from '../../../shared/host/schema.ts';
import type { ApprovalRecord, Failure, Identity } from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { formerDisplay } from '../../core/decisions/display.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { sha256 } from '../../core/digest.ts';
import { isRecord } from '../../core/json.ts';
import { keyOf, lineOf, type Line, type Place } from './line.ts';

/** What the file holds: records by key, in file order, and every other top-level field. */
export interface Approvals {
  readonly header: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly lines: ReadonlyMap<string, Line>;
  /** Failed verifications by the key of their skill, in file order. */
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /**
   * The file is of the version before this one. `left` counts the decisions that matched no
   * server there, so that none was made of them here; they stand in the copy alone.
   */
  readonly former: { readonly left: number } | null;
}

export interface ApprovalsProblem {
  readonly reason: 'corrupt' | 'newer-format';
  readonly message: string;
}

export const noApprovals: Approvals = {
  header: { format },
  revision: 0,
  lines: new Map(),
  failures: new Map(),
  former: null,
};

const recordsOpen = '"records":[\n';
const lineFeed = 0x0a;
const comma = 0x2c;

/** Names a skill: the identity of its server as a whole and its URI. */
export function skillKey(identity: Identity, uri: string): string {
  return keyOf(identityKey(identity), uri);
}

/**
 * Reads `approvals.json`. Anything that is not exactly understood fails as a whole: half of a
 * person's decisions must not look like all of them. Files as `formatApprovals` writes them
 * are read line by line; any other JSON layout is read, too. `before` is what the file held when
 * it was last read: of lines that are still there nothing is parsed again.
 */
export function parseApprovals(
  bytes: Buffer,
  before: Approvals = noApprovals,
): Result<Approvals, ApprovalsProblem> {
  if (!isUtf8(bytes)) return corrupt('it is not UTF-8 text');
  return parseLines(bytes, before) ?? parseWhole(bytes);
}

/** A record of the file, with its text where that can be written again as it stands. */
interface Entry {
  readonly value: unknown;
  readonly place: Place | null;
  /** The same text was a record when the file was last read. */
  readonly known?: Line;
}

/** Null when the file has another layout. */
function parseLines(bytes: Buffer, before: Approvals): Result<Approvals, ApprovalsProblem> | null {
  const firstEnd = bytes.indexOf(lineFeed);
  const first = firstEnd === -1 ? '' : bytes.toString('utf8', 0, firstEnd + 1);
  if (!first.endsWith(recordsOpen) || bytes.subarray(-4).toString('latin1') !== '\n]}\n')
    return null;
  const header = parseJson(`${first}]}`);
  if (!header.ok || !isRecord(header.value)) return null;
  const entries: Entry[] = [];
  const find = knownLines(bytes, before);
  const last = bytes.length - 3;
  for (let start = firstEnd + 1; start < last;) {
    const feed = bytes.indexOf(lineFeed, start);
    const isLast = feed + 1 === last;
    if (!isLast && bytes[feed - 1] !== comma) return null;
    const end = isLast ? feed : feed - 1;
    const place = { memory: bytes, start, end };
    const known = find(start, end);
    if (known === null) {
      const value = parseJson(bytes.toString('utf8', start, end));
      if (!value.ok) return null;
      entries.push({ value: value.value, place });
    } else entries.push({ value: known.record, place, known });
    start = feed + 1;
  }
  return assemble(header.value, entries);
}

/**
 * Finds the line that had the same text before. A write keeps the order of the others, so only
 * the next line, and the one after it (one was taken out), are looked at.
 */
function knownLines(
  bytes: Buffer,
  { lines, former }: Approvals,
): (start: number, end: number) => Line | null {
  const old = former === null ? [...lines.values()] : [];
  let next = 0;
  return (start, end) => {
    for (const at of [next, next + 1]) {
      const line = old[at];
      if (
        line !== undefined &&
        line.end - line.start === end - start &&
        line.memory.compare(bytes, start, end, line.start, line.end) === 0
      ) {
        next = at + 1;
        return line;
      }
    }
    next += 1;
    return null;
  };
}

function parseWhole(bytes: Buffer): Result<Approvals, ApprovalsProblem> {
  const file = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (!file.ok) return corrupt('it is not JSON, or it is cut short');
  if (!isRecord(file.value)) return corrupt('it is not an object');
  const { records } = file.value;
  if (!Array.isArray(records)) return assemble(file.value, null);
  const read = assemble(
    { ...file.value, records: [] },
    records.map((value: unknown) => ({ value, place: null })),
  );
  return read.ok ? ok({ ...read.value, lines: compactLines(read.value.lines) }) : read;
}

/** `file` has its records taken out; `entries` are they, or null where it has none. */
function assemble(
  file: Readonly<Record<string, unknown>>,
  entries: readonly Entry[] | null,
): Result<Approvals, ApprovalsProblem> {
  const version = majorOf(file['format']);
  if (version !== null && version > major)
    return err({
      reason: 'newer-format',
      message: `it was written by a newer version (${String(file['format'])})`,
    });
  if (version === null || version < 1) return corrupt(`its format is not ${format}`);
  if (entries === null) return corrupt('its records are not a list');
  const fault = faultIn(version < major ? formerFile : fileSchema, file);
  if (fault !== null) return corrupt(`its ${fault} is not as it should be`);
  const { records: _, failures = [], ...others } = file;
  const header = { ...others, format };
  const revision = file['revision'] as number;
  if (version < major) return assembleFormer({ header, revision }, entries);
  const lines = new Map<string, Line>();
  for (const [index, { value, place, known }] of entries.entries()) {
    const bad = known === undefined ? faultIn(recordSchema, value) : null;
    if (bad !== null) return corruptRecord(index, `its ${bad} is not as it should be`);
    const line = lineOf(value as ApprovalRecord, place ?? undefined);
    if (lines.has(line.key)) return corruptRecord(index, twice);
    lines.set(line.key, line);
  }
  const byKey = failuresByKey(failures as readonly Failure[]);
  return ok({ header, revision, lines, failures: byKey, former: null });
}

/** A file of the version before this one, carried forward. */
function assembleFormer(
  file: Pick<Approvals, 'header' | 'revision'>,
  entries: readonly Entry[],
): Result<Approvals, ApprovalsProblem> {
  const lines = new Map<string, Line>();
  const seen = new Set<string>();
  for (const [index, { value }] of entries.entries()) {
    const bad = faultIn(formerRecord, value);
    if (bad !== null) return corruptRecord(index, `its ${bad} is not as it should be`);
    const former = value as FormerRecord;
    if (seen.size === seen.add(formerKey(former)).size) return corruptRecord(index, twice);
    const record = carried(sha256, former, formerDisplay);
    if (record === null) continue;
    const line = lineOf(record);
    lines.set(line.key, line);
  }
  return ok({
    ...file,
    lines: compactLines(lines),
    failures: new Map(),
    former: { left: entries.length - lines.size },
  });
}

/** Failed verifications by the key of their skill. */
export function failuresByKey(
  failures: Iterable<Failure>,
): ReadonlyMap<string, readonly Failure[]> {
  const byKey = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = skillKey(failure.server.identity, failure.uri);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [failure]);
    else known.push(failure);
  }
  return byKey;
}

/** The file as chunks to be written one after the other: fields first, then one record per line. */
export function formatApprovals(approvals: Approvals): readonly Uint8Array[] {
  const failures = [...approvals.failures.values()].flat();
  const head = JSON.stringify({ ...approvals.header, failures, records: [] });
  const chunks: Uint8Array[] = [Buffer.from(`${head.slice(0, -2)}\n`)];
  let run: { memory: Buffer; start: number; end: number } | null = null;
  let first = true;
  const flush = (): void => {
    if (run === null) return;
    chunks.push(Buffer.from(first ? '' : ',\n'), run.memory.subarray(run.start, run.end));
    first = false;
  };
  for (const { memory, start, end } of approvals.lines.values()) {
    // Neighbours in the file that was read or compacted: the two bytes between them are `,` and a
    // line feed.
    if (run !== null && run.memory === memory && start === run.end + 2) {
      run.end = end;
      continue;
    }
    flush();
    run = { memory, start, end };
  }
  flush();
  chunks.push(Buffer.from(first ? ']}\n' : '\n]}\n'));
  return chunks.filter((chunk) => chunk.byteLength > 0);
}

/** The same records with all texts side by side in one piece of memory. */
export function compactLines(lines: ReadonlyMap<string, Line>): ReadonlyMap<string, Line> {
  let size = 0;
  for (const { start, end } of lines.values()) size += end - start + 2;
  const memory = Buffer.allocUnsafeSlow(size);
  const compacted = new Map<string, Line>();
  let at = 0;
  for (const [key, line] of lines) {
    const end = at + line.end - line.start;
    line.memory.copy(memory, at, line.start, line.end);
    compacted.set(key, { ...line, memory, start: at, end });
    memory[end] = comma;
    memory[end + 1] = lineFeed;
    at = end + 2;
  }
  return compacted;
}

function parseJson(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err(null);
  }
}

const twice = 'a second record of the same server and URI';
const corruptRecord = (index: number, message: string): Result<never, ApprovalsProblem> =>
  corrupt(`record ${index + 1}: ${message}`);
const corrupt = (message: string): Result<never, ApprovalsProblem> =>
  err({ reason: 'corrupt', message });
