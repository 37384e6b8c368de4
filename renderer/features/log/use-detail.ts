import { useEffect, useState } from 'react';
import type { LogDetail } from '../../../shared/model/log.ts';
import { useApi } from '../../store/context.ts';

export type DetailLoad =
  | { readonly status: 'loading' }
  | { readonly status: 'gone' }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'there'; readonly detail: LogDetail };

/**
 * One row with its bodies, loaded when opened and again when it changes; the old content stays
 * meanwhile. `log`: an opened file, null for the live log.
 */
export function useDetail(log: string | null, id: number, revision: number | null): DetailLoad {
  const api = useApi();
  const [load, setLoad] = useState<{ readonly of: string; readonly load: DetailLoad } | null>(null);
  const of = `${log ?? ''}\n${id}`;
  useEffect(() => {
    let over = false;
    void api.getLogDetail({ log, id }).then((reply) => {
      if (over) return;
      const { detail } = reply.ok ? reply.value : { detail: null };
      const next: DetailLoad = !reply.ok
        ? { status: 'error', message: reply.error.message }
        : detail === null
          ? { status: 'gone' }
          : { status: 'there', detail };
      setLoad({ of, load: next });
    });
    return () => {
      over = true;
    };
  }, [api, log, id, revision, of]);
  return load?.of === of ? load.load : { status: 'loading' };
}
