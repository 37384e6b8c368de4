import { useCallback, useState } from 'react';
import type { LogRow } from '../../../shared/model/log.ts';
import { mostLogPart, mostLogRows } from '../../../shared/model/plain.ts';
import { useApi } from '../../store/context.ts';

/** An exported log that was opened, with where it comes from. */
export interface OpenedLog {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly version: string;
  readonly rows: readonly LogRow[];
  readonly dropped: number;
}

/** A file that cannot be larger than this is not even read. Bytes. */
export const largestLog = 64 * 1024 * 1024;

/** Opens exported logs; the main side reads and checks them. */
export function useOpened() {
  const api = useApi();
  const [opened, setOpened] = useState<OpenedLog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = useCallback(
    async (file: File): Promise<void> => {
      const made = await read(api, file);
      setProblem(typeof made === 'string' ? made : null);
      if (typeof made !== 'string') setOpened(made);
    },
    [api],
  );
  const close = useCallback(() => {
    if (opened !== null) void api.closeLog({ log: opened.id });
    setOpened(null);
    setProblem(null);
  }, [api, opened]);
  return { opened, problem, open, close };
}

/** The log, or why there is none. */
async function read(api: ReturnType<typeof useApi>, file: File): Promise<OpenedLog | string> {
  if (file.size > largestLog) return 'The file is larger than 64 MiB.';
  let text: string;
  try {
    text = await file.text();
  } catch {
    return 'The file could not be read.';
  }
  let log: string | null = null;
  let from = 0;
  for (;;) {
    const part = text.slice(from, from + mostLogPart);
    from += part.length;
    const last = from >= text.length;
    const reply = await api.openLog({ log, name: file.name.slice(0, 1_000), part, last });
    if (!reply.ok) return reply.error.message;
    log = reply.value.log;
    const { opened } = reply.value;
    if (opened !== null) return rowsOf(api, log, opened);
    if (last) return 'The file could not be opened.';
  }
}

async function rowsOf(
  api: ReturnType<typeof useApi>,
  log: string,
  opened: Pick<OpenedLog, 'name' | 'at' | 'version'>,
): Promise<OpenedLog | string> {
  const rows: LogRow[] = [];
  let epoch: string | null = null;
  let after = 0;
  for (;;) {
    const page = await api.getLog({ log, epoch, after, limit: mostLogRows });
    if (!page.ok) return page.error.message;
    rows.push(...page.value.rows);
    if (!page.value.more) return { ...opened, id: log, rows, dropped: page.value.dropped };
    epoch = page.value.epoch;
    after = page.value.revision;
  }
}
