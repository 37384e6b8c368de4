import { gunzip } from 'node:zlib';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { deepestNesting, isNestedDeeper } from '../../json-depth.ts';
import { limits } from '../../limits.ts';
import { visible } from '../../text.ts';
import { LogStore } from '../log-store.ts';
import { openingHar, type OpenedLogFile, type LogOpening } from './har-reader.ts';
import { headLineSchema, mostExported, rowLineSchema, type HeadLine } from './ndjson.ts';
import { grouped } from '../../../../shared/group-digits.ts';

export type { OpenedLogFile };

const noLog = 'Line 1: this is neither a log exported by Skillgate nor a HAR file.';

const mostLine = 3 * 1024 * 1024;

/**
 * Reads an exported log, NDJSON or HAR. Someone else made the file, perhaps to harm whoever opens
 * it: every field is checked, and anything invalid becomes a message. Its content is shown and
 * never sent.
 */
export function* openingLog(text: string, id: string): LogOpening {
  if (text.length > mostExported) return err('The file is larger than 64 MiB.');
  if (text.trim() === '') return err('The file is empty.');
  const [first = ''] = linesOf(text);
  const head = headLineSchema.safeParse(first.length > mostLine ? undefined : jsonOf(first));
  if (head.success) return yield* openingLines(text, id, head.data);
  const whole = jsonOf(text);
  return whole === undefined ? err(noLog) : yield* openingHar(whole, id, noLog);
}

function* openingLines(text: string, id: string, { at, version }: HeadLine): LogOpening {
  const store = new LogStore(id, limits.logRows, limits.logBytes * 2);
  let number = 0;
  for (const line of linesOf(text)) {
    yield null;
    number += 1;
    if (number === 1) continue;
    const wrong = (what: string): Result<OpenedLogFile, string> => err(`Line ${number}: ${what}`);
    if (line.length > mostLine) return wrong('it’s longer than 3 MiB.');
    if (number > limits.logRows + 1)
      return wrong(`a log has ${grouped(limits.logRows)} rows at most.`);
    const value = jsonOf(line);
    if (value === undefined) return wrong('this is not valid JSON.');
    if (isNestedDeeper(value, deepestNesting)) return wrong('it’s nested too deeply.');
    const row = rowLineSchema.safeParse(value);
    if (!row.success) {
      const where = visible((row.error.issues[0]?.path ?? []).map(String).join('.'), 60);
      return wrong(`${where === '' ? 'the row' : where} isn’t valid in an exported log.`);
    }
    store.restore(row.data);
  }
  return ok({ store, head: { by: 'Skillgate', at, version }, leftOut: null });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without a list of all lines: a file of line endings alone would create millions of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    if (end > from) yield text.slice(from, end);
    from = end + 1;
  }
}

/**
 * Decodes a file from the base64 of its gzip; null if it's invalid or unpacks to more than a log
 * may hold, because its sender chooses the unpacked size.
 */
export const unpackedLog = (packed: string): Promise<string | null> =>
  new Promise((resolve) => {
    gunzip(Buffer.from(packed, 'base64'), { maxOutputLength: mostExported }, (error, bytes) =>
      resolve(error === null ? new TextDecoder().decode(bytes) : null),
    );
  });
