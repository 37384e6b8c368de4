import { asHar } from '../../core/log/export/har.ts';
import { openedLog, type Opened } from '../../core/log/export/opened.ts';
import { asNdjson, mostExported, type Exported } from '../../core/log/export/ndjson.ts';
import { asJson, asLine } from '../../core/log/export/copied.ts';
import { asCurl } from '../../core/log/export/curl.ts';
import type { LogStore } from '../../core/log/log-store.ts';
import { visible } from '../../core/text.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { version } from '../../../shared/version.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../errors.ts';
import type { Parts } from '../parts.ts';

/** Opened files that are held at once; another one takes the place of the oldest. */
const mostOpen = 2;

/** What is told of a file that was opened. */
export interface OpenedFile {
  readonly name: string;
  /** When it was exported, milliseconds since the epoch. */
  readonly at: number;
  readonly version: string;
}

/** Exported logs that a person opened: read only, and forgotten when they are closed. */
export interface LogFiles {
  /** Null where it is not open, or not any more. */
  of(id: string): LogStore | null;
  /**
   * Takes the next part of a file, which comes in parts; at the last one it is opened. `id` is null
   * for the first part.
   */
  take(
    id: string | null,
    name: string,
    part: string,
    last: boolean,
  ): Result<{ log: string; opened: OpenedFile | null }, RequestError>;
  close(id: string): void;
}

export function createLogFiles({ ids }: Pick<Parts, 'ids'>): LogFiles {
  const open = new Map<string, Opened>();
  let coming: { readonly id: string; readonly parts: string[]; size: number } | null = null;
  return {
    of: (id) => open.get(id)?.store ?? null,
    close: (id) => void open.delete(id),
    take(id, name, part, last) {
      if (id === null) coming = { id: ids.next(), parts: [], size: 0 };
      if (coming === null || (id !== null && coming.id !== id))
        return err(fault('not-found', 'Another file was opened meanwhile. Open it again.'));
      coming.size += part.length;
      if (coming.size > mostExported) {
        coming = null;
        return err(fault('bad-input', 'The file is larger than 64 MiB.'));
      }
      coming.parts.push(part);
      const { id: log, parts } = coming;
      if (!last) return ok({ log, opened: null });
      coming = null;
      const read = openedLog(parts.join(''), log);
      if (!read.ok) return err(fault('bad-input', read.error));
      for (const oldest of [...open.keys()].slice(0, Math.max(0, open.size - mostOpen + 1)))
        open.delete(oldest);
      open.set(log, read.value);
      const { at, version: by } = read.value.head;
      return ok({ log, opened: { name: visible(name), at, version: visible(by) } });
    },
  };
}

/** Rows of a log as a file; secrets masked. */
export function exportLog(
  { clock }: Pick<Parts, 'clock'>,
  store: LogStore,
  format: 'ndjson' | 'har',
  rows: readonly number[] | null,
): Exported & { readonly name: string } {
  const ids = rows === null ? null : new Set(rows);
  return format === 'har'
    ? { ...asHar(store, ids, version), name: 'skillgate-log.har' }
    : { ...asNdjson(store, ids, { at: clock.now(), version }), name: 'skillgate-log.ndjson' };
}

const ways = { json: asJson, curl: asCurl, line: asLine } as const;

/** A row as text for the clipboard, secrets masked; null where it has none in this form. */
export function copyOf(store: LogStore, id: number, as: keyof typeof ways): string | null {
  const entry = store.get(id);
  return entry === undefined ? null : ways[as](store, entry);
}
