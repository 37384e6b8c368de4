import type { LogEntry } from './entry.ts';

/**
 * Errors that mean "not here": method not found, invalid params (which newer servers return for an
 * unknown resource), and resource not found.
 */
const notHere: ReadonlySet<number> = new Set([-32_601, -32_602, -32_002]);

/** The first request, which shows a server's era; an older one may refuse it in any way. */
const firstQuestion = 'server/discover';

/** Sent to every server of newer revisions, which don't say whether they answer it. */
const following = 'subscriptions/listen';

/**
 * Whether a row's outcome was expected during detection. Any other failure is an error: a crash
 * doesn't answer the question.
 */
export function isExpected({ method, probe, status, code, http }: LogEntry): boolean {
  if (method === firstQuestion)
    return (
      status === 'error' ||
      status === 'cancelled' ||
      status === 'timeout' ||
      // An older server refuses it with an HTTP status; one that is down sends none.
      (status === 'lost' && http !== null && http.status !== null && http.status < 500)
    );
  if (method === following) return status === 'error' && code === -32_601;
  return probe && status === 'error' && code !== null && notHere.has(code);
}
