import { err, ok, type Result } from '../../../../shared/result.ts';
import { deepestNesting, isNestedDeeper } from '../../json-depth.ts';
import { limits } from '../../limits.ts';
import { visible } from '../../text.ts';
import { LogStore } from '../log-store.ts';
import { headLineSchema, mostExported, rowLineSchema, type HeadLine } from './ndjson.ts';

export interface Opened {
  readonly store: LogStore;
  readonly head: HeadLine;
}

const mostLine = 3 * 1024 * 1024;

/**
 * An exported log. Somebody else made the file, perhaps to harm whoever opens it: every field is
 * checked, and what does not fit is a message. What is in it is shown and never sent.
 */
export function openedLog(text: string, id: string): Result<Opened, string> {
  if (text.length > mostExported) return err('The file is larger than 64 MiB.');
  const store = new LogStore(id, limits.logRows, limits.logBytes * 2);
  let head: HeadLine | null = null;
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    const wrong = (what: string): Result<Opened, string> => err(`Line ${number}: ${what}`);
    if (line.length > mostLine) return wrong('it is longer than 3 MiB.');
    if (number > limits.logRows + 1)
      return wrong(`a log has ${limits.logRows.toLocaleString('en')} rows at most.`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return wrong(
        head === null ? 'this is no exported log of Skillgate.' : 'this is not valid JSON.',
      );
    }
    if (isNestedDeeper(value, deepestNesting)) return wrong('it is nested too deep.');
    if (head === null) {
      const first = headLineSchema.safeParse(value);
      if (!first.success) return wrong('this is no exported log of Skillgate.');
      head = first.data;
      continue;
    }
    const row = rowLineSchema.safeParse(value);
    if (!row.success) {
      const where = visible((row.error.issues[0]?.path ?? []).map(String).join('.'), 60);
      return wrong(`${where === '' ? 'the row' : where} is not as in an exported log.`);
    }
    store.restore(row.data);
  }
  return head === null ? err('The file is empty.') : ok({ store, head });
}

/** Without a list of all lines: a file of line ends alone would make millions of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    if (end > from) yield text.slice(from, end);
    from = end + 1;
  }
}
