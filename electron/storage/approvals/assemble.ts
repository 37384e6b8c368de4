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
import { err, ok, type Result } from '../../../shared/result.ts';
import { formerDisplay } from '../../core/decisions/display.ts';
import { sha256 } from '../../core/digest.ts';
import { failuresByKey, type LoadedRecords } from './loaded-records.ts';
import { compactLines, RecordLine, type TextSlice } from './line.ts';

export interface ApprovalsProblem {
  readonly reason: 'corrupt' | 'newer-format';
  readonly message: string;
}

/** The records of one file, given one after the other, as what the file holds. */
export interface FileAssembly {
  /** A record and, where its text can be written again as it stands, where that is. */
  add(value: unknown, place: TextSlice | null): Result<void, ApprovalsProblem>;
  /** A record whose text was one when the file was last read, at its present place. */
  keep(line: RecordLine): Result<void, ApprovalsProblem>;
  end(): LoadedRecords;
}

/** Begins with the file's other fields: `file` has its records taken out. */
export function assembly(
  file: Readonly<Record<string, unknown>>,
): Result<FileAssembly, ApprovalsProblem> {
  const version = majorOf(file['format']);
  if (version !== null && version > major)
    return err({
      reason: 'newer-format',
      message: `it was written by a newer version (${String(file['format'])})`,
    });
  if (version === null || version < 1) return corrupt(`its format is not ${format}`);
  if (!Array.isArray(file['records'])) return corrupt('its records are not a list');
  const fault = faultIn(version < major ? formerFile : fileSchema, file);
  if (fault !== null) return corrupt(`its ${fault} isn’t valid`);
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
      if (bad !== null) return corruptRecord(lines.size, `its ${bad} isn’t valid`);
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
    if (bad !== null) return corruptRecord(index, `its ${bad} isn’t valid`);
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
export const corrupt = (message: string): Result<never, ApprovalsProblem> =>
  err({ reason: 'corrupt', message });
