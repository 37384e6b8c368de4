import { isUtf8 } from 'node:buffer';
import { approvalRecordSchema, approvalsFileSchema, approvalsFormat, type ApprovalRecord, type Identity } from '../../shared/model/approval.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { identityKey } from '../core/decisions/identity.ts';
import { isPlainRecord } from './record-shape.ts';

/** One live record with its JSON text, so that a write neither parses nor serialises what did not change. */
export interface Line {
  readonly record: ApprovalRecord;
  /** UTF-8 JSON without a line feed in it. */
  readonly bytes: Buffer;
}

/** What the file holds: records by key, in file order, and every other top-level field. */
export interface Approvals {
  readonly header: Readonly<Record<string, unknown>>;
  readonly revision: number;
  readonly lines: ReadonlyMap<string, Line>;
}

export interface ApprovalsProblem {
  readonly reason: 'corrupt' | 'newer-format';
  readonly message: string;
}

export const noApprovals: Approvals = { header: { format: approvalsFormat }, revision: 0, lines: new Map() };

const major = 1;
const headerSchema = approvalsFileSchema.omit({ format: true, records: true });
const recordsOpen = '"records":[\n';
const lineFeed = 0x0a;
const comma = 0x2c;

/** Names a record: the identity as a whole and the URI. */
export function recordKey(identity: Identity, uri: string): string {
  return `${identityKey(identity)}\n${uri}`;
}

/** A record with its text in memory of its own, never beside another's. */
export function lineOf(record: ApprovalRecord): Line {
  const text = JSON.stringify(record);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { record, bytes };
}

/**
 * Reads `approvals.json`. Anything that is not exactly understood fails as a whole: half of a
 * person's decisions must not look like all of them. Files as `formatApprovals` writes them
 * are read line by line; any other JSON layout is read, too.
 */
export function parseApprovals(bytes: Buffer): Result<Approvals, ApprovalsProblem> {
  if (!isUtf8(bytes)) return corrupt('it is not UTF-8 text');
  return parseLines(bytes) ?? parseWhole(bytes);
}

/** Null when the file has another layout. */
function parseLines(bytes: Buffer): Result<Approvals, ApprovalsProblem> | null {
  const firstEnd = bytes.indexOf(lineFeed);
  const first = firstEnd === -1 ? '' : bytes.toString('utf8', 0, firstEnd + 1);
  if (!first.endsWith(recordsOpen) || bytes.subarray(-4).toString('latin1') !== '\n]}\n') return null;
  const header = parseJson(`${first}]}`);
  if (!header.ok || !isObject(header.value)) return null;
  const texts: Buffer[] = [];
  const last = bytes.length - 3;
  for (let start = firstEnd + 1; start < last; ) {
    const end = bytes.indexOf(lineFeed, start);
    const isLast = end + 1 === last;
    if (!isLast && bytes[end - 1] !== comma) return null;
    texts.push(bytes.subarray(start, isLast ? end : end - 1));
    start = end + 1;
  }
  const values: unknown[] = [];
  for (const text of texts) {
    const value = parseJson(text.toString('utf8'));
    if (!value.ok) return null;
    values.push(value.value);
  }
  return assemble(header.value, values, texts);
}

function parseWhole(bytes: Buffer): Result<Approvals, ApprovalsProblem> {
  const file = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (!file.ok) return corrupt('it is not JSON, or it is cut short');
  if (!isObject(file.value)) return corrupt('it is not an object');
  const { records } = file.value;
  return assemble(file.value, Array.isArray(records) ? records : null, null);
}

function assemble(file: Readonly<Record<string, unknown>>, records: readonly unknown[] | null, texts: readonly Buffer[] | null): Result<Approvals, ApprovalsProblem> {
  const format = checkFormat(file['format']);
  if (format !== null) return err(format);
  const header = headerSchema.safeParse(file);
  if (!header.success) return corrupt(`its ${header.error.issues[0]?.path.join('.') ?? 'header'} is not as it should be`);
  if (records === null) return corrupt('its records are not a list');
  const lines = new Map<string, Line>();
  for (const [index, value] of records.entries()) {
    const parsed = isPlainRecord(value) ? null : approvalRecordSchema.safeParse(value);
    if (parsed?.success === false) return corrupt(`record ${index + 1}: ${parsed.error.issues[0]?.path.join('.') ?? ''} is not as it should be`);
    // The value itself, not the parsed copy: nothing in it was transformed.
    const record = value as ApprovalRecord;
    const key = recordKey(record.server.identity, record.uri);
    if (lines.has(key)) return corrupt(`record ${index + 1}: a second record of the same server and URI`);
    const bytes = texts?.[index];
    lines.set(key, bytes === undefined ? lineOf(record) : { record, bytes });
  }
  return ok({ header: withoutRecords(file), revision: header.data.revision, lines: texts === null ? compactLines(lines) : lines });
}

function checkFormat(format: unknown): ApprovalsProblem | null {
  const found = typeof format === 'string' ? /^skillgate\/approvals@(\d{1,9})(?:\.\d+)*$/.exec(format) : null;
  if (found === null) return { reason: 'corrupt', message: `its format is not ${approvalsFormat}` };
  if (Number(found[1]) > major) return { reason: 'newer-format', message: `it was written by a newer version (${found[0]})` };
  return Number(found[1]) === major ? null : { reason: 'corrupt', message: `its format is not ${approvalsFormat}` };
}

/** The file as chunks to be written one after the other: fields first, then one record per line. */
export function formatApprovals(approvals: Approvals): readonly Uint8Array[] {
  const head = JSON.stringify({ ...approvals.header, records: [] });
  const chunks: Uint8Array[] = [Buffer.from(`${head.slice(0, -2)}\n`)];
  let run: { buffer: ArrayBufferLike; start: number; end: number } | null = null;
  let first = true;
  const flush = (): void => {
    if (run === null) return;
    chunks.push(Buffer.from(first ? '' : ',\n'), new Uint8Array(run.buffer, run.start, run.end - run.start));
    first = false;
  };
  for (const { bytes } of approvals.lines.values()) {
    // Neighbours in the file that was read or compacted: the two bytes between them are `,` and a line feed.
    if (run !== null && run.buffer === bytes.buffer && bytes.byteOffset === run.end + 2) {
      run.end = bytes.byteOffset + bytes.byteLength;
      continue;
    }
    flush();
    run = { buffer: bytes.buffer, start: bytes.byteOffset, end: bytes.byteOffset + bytes.byteLength };
  }
  flush();
  chunks.push(Buffer.from(first ? ']}\n' : '\n]}\n'));
  return chunks.filter((chunk) => chunk.byteLength > 0);
}

/** The same records with all texts side by side in one piece of memory. */
export function compactLines(lines: ReadonlyMap<string, Line>): ReadonlyMap<string, Line> {
  let size = 0;
  for (const { bytes } of lines.values()) size += bytes.byteLength + 2;
  const memory = Buffer.allocUnsafeSlow(size);
  const compacted = new Map<string, Line>();
  let at = 0;
  for (const [key, { record, bytes }] of lines) {
    memory.set(bytes, at);
    compacted.set(key, { record, bytes: memory.subarray(at, at + bytes.byteLength) });
    at += bytes.byteLength;
    memory[at] = comma;
    memory[at + 1] = lineFeed;
    at += 2;
  }
  return compacted;
}

function withoutRecords(file: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { records: _, ...rest } = file;
  return rest;
}

function parseJson(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err(null);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const corrupt = (message: string): Result<never, ApprovalsProblem> => err({ reason: 'corrupt', message });
