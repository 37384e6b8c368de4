import type { LogEntry } from './entry.ts';

/**
 * Refusals that say "not here": method not found, invalid params (which newer servers give for an
 * unknown resource), and resource not found.
 */
const notHere: ReadonlySet<number> = new Set([-32_601, -32_602, -32_002]);

/** What is asked first to find out which era a server speaks; an older one refuses it as it likes. */
const firstQuestion = 'server/discover';

/** Asked of every server of the newer revision, which says nothing of whether it answers it. */
const following = 'subscriptions/listen';

/**
 * Whether how a row ended was to be expected while it was found out what the server speaks. Anything
 * else that goes wrong meanwhile is an error: a crash is no answer to a question.
 */
export function isExpected({ method, probe, status, code, http }: LogEntry): boolean {
  if (method === firstQuestion)
    return (
      status === 'error' ||
      status === 'cancelled' ||
      status === 'timeout' ||
      // An older server refuses it with a status of HTTP; one that is down gives none.
      (status === 'lost' && http !== null && http.status !== null && http.status < 500)
    );
  if (method === following) return status === 'error' && code === -32_601;
  return probe && status === 'error' && code !== null && notHere.has(code);
}
