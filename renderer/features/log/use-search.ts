import { useEffect, useState } from 'react';
import { useApi } from '../../store/context.ts';

const settleMs = 150;
/** How often what came meanwhile is looked through. */
const againMs = 1_000;

export interface LogSearch {
  /** The text that was looked for, once it settled. */
  readonly text: string;
  /** Rows in whose bodies it is; null while nothing is looked for. */
  readonly ids: ReadonlySet<number> | null;
}

/**
 * Looks for a text in the bodies of the log, which the main side has: all of them once, then those
 * that came meanwhile. `active`: whether more may come.
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
