import { asHar } from '../../core/log/export/har.ts';
import {
  openingLog,
  unpackedLog,
  type OpenedLogFile,
  asPipe,
} from '../../core/log/export/log-reader.ts';
import { asNdjson, mostExported, type ExportedLog } from '../../core/log/export/ndjson.ts';
import { asJson, asLine, asCurl } from '../../core/log/export/curl.ts';
import { startFolderOf } from '../../core/start/start-folder.ts';
import type { LogStore } from '../../core/log/log-store.ts';
import { visible } from '../../core/text.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { version } from '../../../shared/version.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../options.ts';
import type { SkillContext } from '../contexts.ts';

/** Opened files that are held at once; another one takes the place of the oldest. */
const mostOpen = 2;

/** What is told of a file that was opened. */
export interface OpenedFile {
  readonly name: string;
  readonly by: string;
  /** When it was exported, milliseconds since the epoch; 0 where it does not say. */
  readonly at: number;
  readonly version: string;
  readonly leftOut: string | null;
}

/** A piece of a file; `packed`: of its gzip, in base64. */
export interface FilePart {
  readonly part: string;
  readonly packed: boolean;
  readonly last: boolean;
}

/** How long the rows of a file are read before others have their turn (ms). */
const turnMs = 20;

const tooLarge = fault('bad-input', 'The file is larger than 64 MiB.');

/** Exported logs that a person opened: read only, and forgotten when they are closed. */
export function createLogFiles({ ids, clock }: SkillContext) {
  const open = new Map<string, OpenedLogFile>();
  /** Those whose last part has come and which are not open yet. */
  const reading = new Set<string>();
  let coming: { readonly id: string; readonly parts: string[]; size: number } | null = null;

  async function read(id: string, text: string): Promise<Result<OpenedLogFile, string> | null> {
    const steps = openingLog(text, id);
    let since = clock.now();
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (clock.now() - since < turnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (!reading.has(id)) return null;
      since = clock.now();
    }
  }

  return {
    /** Null where it is not open, or not any more. */
    of: (id: string): LogStore | null => open.get(id)?.store ?? null,
    /** Also of one that is still coming, or being read. */
    close(id: string): void {
      open.delete(id);
      reading.delete(id);
      if (coming?.id === id) coming = null;
    },
    /** Takes the next part of a file, the first with `id` null; at the last one it is opened. */
    async take(
      id: string | null,
      name: string,
      { part, packed, last }: FilePart,
    ): Promise<Result<{ log: string; opened: OpenedFile | null }, RequestError>> {
      if (id === null) coming = { id: ids.next(), parts: [], size: 0 };
      if (coming === null || (id !== null && coming.id !== id))
        return err(fault('not-found', 'Another file was opened in the meantime. Open it again.'));
      coming.size += part.length;
      if (coming.size > mostExported) {
        coming = null;
        return err(tooLarge);
      }
      coming.parts.push(part);
      const { id: log, parts } = coming;
      if (!last) return ok({ log, opened: null });
      coming = null;
      reading.add(log);
      const text = packed ? await unpackedLog(parts.join('')) : parts.join('');
      const made = text === null ? null : await read(log, text);
      const isWanted = reading.delete(log);
      if (!isWanted) return err(fault('cancelled', 'The file was closed before it was read.'));
      if (made === null) return err(tooLarge);
      if (!made.ok) return err(fault('bad-input', made.error));
      for (const oldest of [...open.keys()].slice(0, Math.max(0, open.size - mostOpen + 1)))
        open.delete(oldest);
      open.set(log, made.value);
      const { head, leftOut } = made.value;
      const { at } = head;
      const [by, said] = [visible(head.by), visible(head.version)];
      return ok({ log, opened: { name: visible(name), at, by, version: said, leftOut } });
    },
  };
}

/** Rows of a log as a file; secrets masked. */
export function exportLog(
  { clock }: SkillContext,
  store: LogStore,
  format: 'ndjson' | 'har',
  rows: readonly number[] | null,
): ExportedLog & { readonly name: string } {
  const ids = rows === null ? null : new Set(rows);
  const about = { at: clock.now(), version };
  return format === 'har'
    ? { ...asHar(store, ids, about), name: 'skillgate-log.har' }
    : { ...asNdjson(store, ids, about), name: 'skillgate-log.ndjson' };
}

const ways = { json: asJson, curl: asCurl, line: asLine } as const;

/**
 * A row as text for the clipboard, secrets masked; null where it has none in this form. `catalogue`
 * has the command of its server; null for an opened log, which doesn't say how to start one.
 */
export function copyOf(
  store: LogStore,
  id: number,
  as: keyof typeof ways | 'pipe',
  catalogue: Pick<SkillContext['catalogue'], 'servers'> | null,
): string | null {
  const entry = store.get(id);
  if (entry === undefined) return null;
  if (as !== 'pipe') return ways[as](store, entry);
  const config = catalogue?.servers.get(entry.server)?.configured.config;
  if (config?.ok !== true || config.value.type !== 'stdio') return null;
  return asPipe(store, entry, { ...config.value, cwd: startFolderOf(config.value) ?? undefined });
}
