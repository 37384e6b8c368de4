import { useCallback, useEffect, useRef, useState } from 'react';
import type { LogRow } from '../../../shared/model/log.ts';
import { mostLogRows, mostLogPart } from '../../../shared/model/plain.ts';
import { useApi } from '../../store/context.ts';

/** An opened exported log and its source. */
interface OpenedLog {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly by: string;
  readonly version: string;
  readonly leftOut: string | null;
  readonly rows: readonly LogRow[];
  readonly dropped: number;
}

/** A file being loaded, in bytes. */
interface OpeningFile {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** Larger files aren't read. Bytes. */
const largestLog = 64 * 1024 * 1024;
/** Progress appears only after this many ms. */
const toldAfter = 500;

/** Opens exported logs, which the main process reads and checks. */
export function useOpened() {
  const api = useApi();
  const [opened, setOpened] = useState<OpenedLog | null>(null);
  const [opening, setOpening] = useState<OpeningFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  const cancel = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setOpening(null);
  }, []);
  // Leaving the page cancels the load.
  useEffect(() => () => current.current?.abort(), []);
  const open = useCallback(
    async (file: File): Promise<void> => {
      cancel();
      const mine = new AbortController();
      current.current = mine;
      setProblem(null);
      const since = Date.now();
      const made = await read(api, file, mine.signal, (done) => {
        if (!mine.signal.aborted && Date.now() - since > toldAfter)
          setOpening({ name: file.name, done, total: file.size });
      });
      if (mine.signal.aborted) return;
      current.current = null;
      setOpening(null);
      setProblem(typeof made === 'string' ? made : null);
      if (typeof made !== 'string') setOpened(made);
    },
    [api, cancel],
  );
  const close = useCallback(() => {
    if (opened !== null) void api.closeLog({ log: opened.id });
    setOpened(null);
    setProblem(null);
  }, [api, opened]);
  const dismiss = useCallback(() => setProblem(null), []);
  return { opened, opening, problem, open, close, cancel, dismiss };
}

type Api = ReturnType<typeof useApi>;

/** The log, or why it couldn't be opened. */
async function read(
  api: Api,
  file: File,
  signal: AbortSignal,
  report: (done: number) => void,
): Promise<OpenedLog | string> {
  if (file.size > largestLog) return 'The file is larger than 64 MiB.';
  const told: { log: string | null } = { log: null };
  // The main process stops reading, too, at whichever part it is.
  const end = (): void => {
    if (told.log !== null) void api.closeLog({ log: told.log });
  };
  signal.addEventListener('abort', end);
  const timer = setInterval(() => report(done), 250);
  let done = 0;
  try {
    for await (const { done: read, ...part } of logParts(file)) {
      done = read;
      report(done);
      const name = file.name.slice(0, 1_000);
      const reply = await api.openLog({ log: told.log, name, ...part });
      if (!reply.ok) return reply.error.message;
      told.log = reply.value.log;
      if (signal.aborted) {
        end();
        return 'Canceled.';
      }
      const { opened } = reply.value;
      if (opened !== null) return await rowsOf(api, told.log, opened);
    }
    return 'Couldn’t open the file.';
  } catch {
    return 'Couldn’t read the file.';
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
  }
}

async function rowsOf(
  api: Api,
  log: string,
  opened: Omit<OpenedLog, 'id' | 'rows' | 'dropped'>,
): Promise<OpenedLog | string> {
  const rows: LogRow[] = [];
  let epoch: string | null = null;
  let after = 0;
  for (;;) {
    const page = await api.getLog({ log, epoch, after, limit: mostLogRows });
    if (!page.ok) return page.error.message;
    // Not spread into arguments: a page has more rows than some engines accept.
    for (const row of page.value.rows) rows.push(row);
    if (!page.value.more) return { ...opened, id: log, rows, dropped: page.value.dropped };
    epoch = page.value.epoch;
    after = page.value.revision;
  }
}

/** A piece of a file being loaded and how much has been read. */
interface LogPart {
  readonly part: string;
  readonly packed: boolean;
  readonly last: boolean;
  /** Bytes of the file read so far. */
  readonly done: number;
}

/** Bytes per part. A multiple of three, so base64 parts can be joined. */
const mostBytes = (mostLogPart / 4) * 3;

/** A file in parts, compressed if the browser can. */
const logParts = (file: Blob): AsyncGenerator<LogPart> =>
  'CompressionStream' in globalThis ? packedParts(file) : textParts(file);

async function* textParts(file: Blob): AsyncGenerator<LogPart> {
  const text = await file.text();
  for (let from = 0; from === 0 || from < text.length; from += mostLogPart) {
    const part = text.slice(from, from + mostLogPart);
    const last = from + part.length >= text.length;
    yield { part, packed: false, last, done: (file.size * (from + part.length)) / text.length };
  }
}

/**
 * A file as gzip in base64 parts. Logs repeat themselves, and sending them uncompressed takes
 * longer than all other steps of opening.
 */
async function* packedParts(file: Blob): AsyncGenerator<LogPart> {
  let done = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const packed = file.stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip'));
  const reader = packed.getReader();
  let held = new Uint8Array(0);
  for (;;) {
    const { value, done: isEnd } = await reader.read();
    if (value !== undefined) held = joined(held, value);
    for (; held.length > mostBytes; held = held.slice(mostBytes))
      yield { part: base64(held.slice(0, mostBytes)), packed: true, last: false, done };
    if (isEnd) return yield { part: base64(held), packed: true, last: true, done };
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // As many arguments as any engine accepts in one call.
  for (let from = 0; from < bytes.length; from += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8_192)));
  return btoa(pieces.join(''));
}

const settleMs = 150;
/** How often newly logged rows are searched, in ms. */
const againMs = 1_000;

interface LogSearch {
  /** The search text after the person paused typing. */
  readonly text: string;
  /** Rows whose bodies contain it; null while nothing is searched. */
  readonly ids: ReadonlySet<number> | null;
}

/**
 * Searches the log's bodies in the main process: all once, then new ones. `active`: whether more
 * may arrive.
 */
export function useSearch(log: string | null, typed: string, active: boolean): LogSearch {
  const api = useApi();
  const [search, setSearch] = useState<LogSearch>({ text: '', ids: null });
  useEffect(() => {
    const text = typed.trim();
    let over = false;
    let after = 0;
    let timer = 0;
    const found = new Set<number>();
    const look = async (): Promise<void> => {
      const reply = await api.searchLog({ log, text, after });
      if (over) return;
      if (reply.ok) {
        const before = found.size;
        for (const id of reply.value.ids) found.add(id);
        if (after === 0 || found.size > before) setSearch({ text, ids: new Set(found) });
        after = reply.value.revision;
      }
      if (active) timer = window.setTimeout(() => void look(), againMs);
    };
    if (text === '') setSearch({ text, ids: null });
    else timer = window.setTimeout(() => void look(), settleMs);
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [api, log, typed, active]);
  return search;
}
