import { isUtf8 } from 'node:buffer';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parsedJson } from '../../core/json-text.ts';
import { isRecord } from '../../core/json.ts';
import { noApprovals, type LoadedRecords, failuresByKey } from './loaded-records.ts';
import { compactLines, RecordLine, type TextSlice } from './line.ts';
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
import type { ApprovalRecord, Failure } from '../../../shared/model/approval.ts';
import { formerDisplay } from '../../core/decisions/display.ts';
import { sha256 } from '../../core/digest.ts';

const recordsOpen = '"records":[\n';
const lineFeed = 0x0a;
const comma = 0x2c;

/**
 * Reads `approvals.json`. Anything that is not exactly understood fails as a whole: half of a
 * person's decisions must not look like all of them. Files as `formatApprovals` writes them
 * are read line by line; any other JSON layout is read, too. `before` is what the file held when
 * it was last read: of lines that are still there nothing is parsed again.
 */
export function parseApprovals(
  bytes: Buffer,
  before: LoadedRecords = noApprovals,
): Result<LoadedRecords, ApprovalsProblem> {
  if (!isUtf8(bytes)) return corrupt('it isn’t UTF-8 text');
  return parseLines(bytes, before) ?? parseWhole(bytes);
}

/** Null when the file has another layout. */
function parseLines(
  bytes: Buffer,
  before: LoadedRecords,
): Result<LoadedRecords, ApprovalsProblem> | null {
  const firstEnd = bytes.indexOf(lineFeed);
  const first = firstEnd === -1 ? '' : bytes.toString('utf8', 0, firstEnd + 1);
  if (!first.endsWith(recordsOpen) || bytes.subarray(-4).toString('latin1') !== '\n]}\n')
    return null;
  const header = parseJson(`${first}]}`);
  if (!header.ok || !isRecord(header.value)) return null;
  const begun = assembly({ ...header.value, records: [] });
  if (!begun.ok) return begun;
  const records = begun.value;
  const find = knownLines(bytes, before);
  const last = bytes.length - 3;
  for (let start = firstEnd + 1; start < last;) {
    const feed = bytes.indexOf(lineFeed, start);
    const isLast = feed + 1 === last;
    if (!isLast && bytes[feed - 1] !== comma) return null;
    const end = isLast ? feed : feed - 1;
    const place = { memory: bytes, start, end };
    const known = find(start, end);
    const value = known === null ? parseJson(bytes.toString('utf8', start, end)) : ok(null);
    if (!value.ok) return null;
    const added = known === null ? records.add(value.value, place) : records.keep(known.at(place));
    if (!added.ok) return added;
    start = feed + 1;
  }
  return ok(records.end());
}

/**
 * Finds the line that had the same text before. A write keeps the order of the others, so only
 * the next line, and the one after it (one was taken out), are looked at.
 */
function knownLines(
  bytes: Buffer,
  { lines, former }: LoadedRecords,
): (start: number, end: number) => RecordLine | null {
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

function parseWhole(bytes: Buffer): Result<LoadedRecords, ApprovalsProblem> {
  const file = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (!file.ok) return corrupt('it isn’t valid JSON, or it’s cut short');
  if (!isRecord(file.value)) return corrupt('it is not an object');
  const { records } = file.value;
  const isList = Array.isArray(records);
  const begun = assembly({ ...file.value, records: isList ? [] : records });
  if (!begun.ok) return begun;
  for (const value of isList ? (records as readonly unknown[]) : []) {
    const added = begun.value.add(value, null);
    if (!added.ok) return added;
  }
  const read = begun.value.end();
  return ok({ ...read, lines: compactLines(read.lines) });
}

function parseJson(text: string): Result<unknown, null> {
  try {
    return ok(parsedJson(text));
  } catch {
    return err(null);
  }
}

interface ApprovalsProblem {
  readonly reason: 'corrupt' | 'newer-format';
  readonly message: string;
}

/** The records of one file, given one after the other, as what the file holds. */
interface FileAssembly {
  /** A record and, where its text can be written again as it stands, where that is. */
  add(value: unknown, place: TextSlice | null): Result<void, ApprovalsProblem>;
  /** A record whose text was one when the file was last read, at its present place. */
  keep(line: RecordLine): Result<void, ApprovalsProblem>;
  end(): LoadedRecords;
}

/** Begins with the file's other fields: `file` has its records taken out. */
function assembly(file: Readonly<Record<string, unknown>>): Result<FileAssembly, ApprovalsProblem> {
  const version = majorOf(file['format']);
  if (version !== null && version > major)
    return err({
      reason: 'newer-format',
      message: `it was written by a newer version (${String(file['format'])})`,
    });
  if (version === null || version < 1) return corrupt(`its format is not ${format}`);
  if (!Array.isArray(file['records'])) return corrupt('its records are not a list');
  const fault = faultIn(version < major ? formerFile : fileSchema, file);
  if (fault !== null) return corrupt(`its ${fault} is invalid`);
  const { records: _, failures = [], ...others } = file;
  const head = { header: { ...others, format }, revision: file['revision'] as number };
  return ok(version < major ? former(head) : present(head, failures as readonly Failure[]));
}

type Head = Pick<LoadedRecords, 'header' | 'revision'>;

function present(head: Head, failures: readonly Failure[]): FileAssembly {
  const lines = new Map<string, RecordLine>();
  const keep = (line: RecordLine): Result<void, ApprovalsProblem> => {
    const { key } = line.of;
    if (lines.has(key)) return corruptRecord(lines.size, twice);
    lines.set(key, line);
    return ok(undefined);
  };
  return {
    add(value, place) {
      const bad = faultIn(recordSchema, value);
      if (bad !== null) return corruptRecord(lines.size, `its ${bad} is invalid`);
      const record = value as ApprovalRecord;
      return keep(place === null ? RecordLine.made(record) : RecordLine.read(record, place));
    },
    keep,
    end: () => ({ ...head, lines, failures: failuresByKey(failures), former: null }),
  };
}

/** A file of the version before this one, carried forward. */
function former(head: Head): FileAssembly {
  const lines = new Map<string, RecordLine>();
  const seen = new Set<string>();
  const add = (value: unknown): Result<void, ApprovalsProblem> => {
    const index = seen.size;
    const bad = faultIn(formerRecord, value);
    if (bad !== null) return corruptRecord(index, `its ${bad} is invalid`);
    const record = value as FormerRecord;
    if (index === seen.add(formerKey(record)).size) return corruptRecord(index, twice);
    const next = carried(sha256, record, formerDisplay);
    if (next === null) return ok(undefined);
    const line = RecordLine.made(next);
    lines.set(line.of.key, line);
    return ok(undefined);
  };
  return {
    add,
    // What is a record of this version need not be one of that.
    keep: (line) => add(line.record),
    end: () => ({
      ...head,
      lines: compactLines(lines),
      failures: new Map(),
      former: { left: seen.size - lines.size },
    }),
  };
}

const twice = 'a second record of the same server and URI';
const corruptRecord = (index: number, message: string): Result<never, ApprovalsProblem> =>
  corrupt(`record ${index + 1}: ${message}`);
const corrupt = (message: string): Result<never, ApprovalsProblem> =>
  err({ reason: 'corrupt', message });
