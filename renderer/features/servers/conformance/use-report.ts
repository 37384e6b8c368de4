import { useEffect, useState } from 'react';
import type { RequestOutput } from '../../../../shared/contract.ts';
import { useApi, useApp } from '../../../store/context.ts';

type Held = RequestOutput<'getReport'>;

/** A server's newest report, reloaded whenever a check ends; null until loaded. */
export function useReport(server: string): Held | null {
  const api = useApi();
  const [held, setHeld] = useState<{ readonly server: string; readonly value: Held } | null>(null);
  const ended = useApp(
    ({ operations }) =>
      [...operations.values()].findLast(
        (one) => one.kind === 'conformance' && one.server === server && one.status !== 'running',
      )?.operationId,
  );
  const identity = useApp((app) => app.servers.get(server)?.identity);
  useEffect(() => {
    let current = true;
    void api.getReport({ server }).then((reply) => {
      if (current && reply.ok) setHeld({ server, value: reply.value });
    });
    return () => {
      current = false;
    };
  }, [api, server, ended, identity]);
  return held?.server === server ? held.value : null;
}
