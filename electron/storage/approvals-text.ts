import { isUtf8 } from 'node:buffer';
import {
  approvalRecordSchema,
  approvalsFileSchema,
  approvalsFormat,
  type ApprovalRecord,
  type Identity,
} from '../../shared/model/approval.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { identityKey } from '../core/decisions/identity.ts';
import { keyOf, Line, lineOf } from './line.ts';
import { readPlainLine } from './record-line.ts';
import { isPlainRecord } from './record-shape.ts';

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

export const noApprovals: Approvals = {
  header: { format: approvalsFormat },
  revision: 0,
  lines: new Map(),
};

const major = 1;
const headerSchema = approvalsFileSchema.omit({ format: true, records: true });
const recordsOpen = '"records":[\n';
const lineFeed = 0x0a;
const comma = 0x2c;
/**
 * So much of the file is looked at at once: enough for many lines, and little to have in memory
 * twice.
 */
const stepBytes = 512 * 1024;

/** Names a record: the identity as a whole and the URI. */
export function recordKey(identity: Identity, uri: string): string {
  return keyOf(identityKey(identity), uri);
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
  if (!first.endsWith(recordsOpen) || bytes.subarray(-4).toString('latin1') !== '\n]}\n')
    return null;
  const header = parseJson(`${first}]}`);
  if (!header.ok || !isObject(header.value)) return null;
  // Some lines at a time, one character per byte, so that places in the text are places in the
  // bytes.
  let text = '';
  let base = firstEnd + 1;
  const entries: Entry[] = [];
  const identities = new Map<string, string>();
  const labels = new Map<string, string>();
  const last = bytes.length - 3;
  for (let start = firstEnd + 1; start < last;) {
    if (start === base + text.length) {
      base = start;
      const end = bytes.lastIndexOf(lineFeed, start + stepBytes);
      text = bytes.toString(
        'latin1',
        start,
        1 + (end < start ? bytes.indexOf(lineFeed, start) : end),
      );
    }
    const feed = base + text.indexOf('\n', start - base);
    const isLast = feed + 1 === last;
    if (!isLast && bytes[feed - 1] !== comma) return null;
    const end = isLast ? feed : feed - 1;
    const plain = readPlainLine(text, start - base, end - base);
    if (plain === null) {
      const value = parseJson(bytes.toString('utf8', start, end));
      if (!value.ok) return null;
      entries.push({ value: value.value, read: { memory: bytes, start, end } });
    } else {
      const identity =
        identities.get(plain.identity) ?? identityKey(JSON.parse(plain.identity) as Identity);
      identities.set(plain.identity, identity);
      // A copy, once per label: what was matched would keep the text around it in memory.
      const label = labels.get(plain.label) ?? Buffer.from(plain.label).toString();
      labels.set(label, label);
      entries.push(
        new Line(bytes, start, end, label, identity, keyOf(identity, plain.uri), plain.ends, null),
      );
    }
    start = feed + 1;
  }
  return assemble(header.value, entries, true);
}

function parseWhole(bytes: Buffer): Result<Approvals, ApprovalsProblem> {
  const file = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (!file.ok) return corrupt('it is not JSON, or it is cut short');
  if (!isObject(file.value)) return corrupt('it is not an object');
  const { records } = file.value;
  return assemble(
    file.value,
    Array.isArray(records) ? records.map((value: unknown) => ({ value, read: null })) : null,
    false,
  );
}

/**
 * A record of the file: known to be one by its text alone, or a value that the schema has yet to
 * see.
 */
type Entry = Line | { readonly value: unknown; readonly read: Parameters<typeof lineOf>[1] };

function assemble(
  file: Readonly<Record<string, unknown>>,
  entries: readonly Entry[] | null,
  inPlace: boolean,
): Result<Approvals, ApprovalsProblem> {
  const format = checkFormat(file['format']);
  if (format !== null) return err(format);
  const header = headerSchema.safeParse(file);
  if (!header.success)
    return corrupt(
      `its ${header.error.issues[0]?.path.join('.') ?? 'header'} is not as it should be`,
    );
  if (entries === null) return corrupt('its records are not a list');
  const lines = new Map<string, Line>();
  for (const [index, entry] of entries.entries()) {
    let line: Line;
    if (entry instanceof Line) line = entry;
    else {
      const parsed = isPlainRecord(entry.value)
        ? null
        : approvalRecordSchema.safeParse(entry.value);
      if (parsed?.success === false)
        return corrupt(
          `record ${index + 1}: ${parsed.error.issues[0]?.path.join('.') ?? ''} is not as it should be`,
        );
      // The value itself, not the parsed copy: nothing in it was transformed.
      line = lineOf(entry.value as ApprovalRecord, entry.read);
    }
    if (lines.has(line.key))
      return corrupt(`record ${index + 1}: a second record of the same server and URI`);
    lines.set(line.key, line);
  }
  return ok({
    header: withoutRecords(file),
    revision: header.data.revision,
    lines: inPlace ? lines : compactLines(lines),
  });
}

function checkFormat(format: unknown): ApprovalsProblem | null {
  const found =
    typeof format === 'string' ? /^skillgate\/approvals@(\d{1,9})(?:\.\d+)*$/.exec(format) : null;
  if (found === null) return { reason: 'corrupt', message: `its format is not ${approvalsFormat}` };
  if (Number(found[1]) > major)
    return { reason: 'newer-format', message: `it was written by a newer version (${found[0]})` };
  return Number(found[1]) === major
    ? null
    : { reason: 'corrupt', message: `its format is not ${approvalsFormat}` };
}

/** The file as chunks to be written one after the other: fields first, then one record per line. */
export function formatApprovals(approvals: Approvals): readonly Uint8Array[] {
  const head = JSON.stringify({ ...approvals.header, records: [] });
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
    line.memory.copy(memory, at, line.start, line.end);
    compacted.set(key, line.movedTo(memory, at));
    at += line.end - line.start;
    memory[at] = comma;
    memory[at + 1] = lineFeed;
    at += 2;
  }
  return compacted;
}

function withoutRecords(
  file: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const corrupt = (message: string): Result<never, ApprovalsProblem> =>
  err({ reason: 'corrupt', message });
