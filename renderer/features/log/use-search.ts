import { useEffect, useState } from 'react';
import { useApi } from '../../store/context.ts';

const settleMs = 150;
/** How often newly logged rows are searched, in ms. */
const againMs = 1_000;

export interface LogSearch {
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
