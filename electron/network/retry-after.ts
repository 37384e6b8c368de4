/** Nothing is wrong with the request: the server wants to be left alone for a while. */
export const asksToWait = ({
  status,
  retryAfterMs,
}: {
  readonly status: number;
  readonly retryAfterMs?: number | null;
}): boolean => status === 429 || status === 503 || (status >= 500 && retryAfterMs != null);

/** Nobody waits longer for a server than a day. */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * What `Retry-After` (RFC 9110 section 10.2.3) asks to wait, in ms: seconds, or the date of HTTP
 * seen from `now`. Null where it says nothing of the kind; the server decides, so it is bounded.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, longestWaitMs);
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), longestWaitMs);
}
