import { adviceOn } from '../../shared/connection-advice.ts';
import { refusalReason, type HttpRefusal } from './refusal.ts';

/**
 * A stream that dropped is resumed where it ended (`Last-Event-ID`), for as long as the server may
 * be restarting: the SDK's own two tries are over after three seconds, and nothing would be heard
 * any more. The server may name a shorter wait.
 */
export const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 30,
};

/** Nobody waits longer for a stream, in ms, whatever the server asks. */
const longestWait = 15 * 60_000;

/** Whether the same request may succeed a little later. */
export const maySucceedLater = (refusal: HttpRefusal): boolean =>
  adviceOn({ reason: refusalReason(refusal) }).fixesItself;

/**
 * When a stream that dropped is asked for again, as the SDK wants it. `refused` is what the last
 * try was told, null when it was not refused; `over` is told where no try can succeed any more.
 */
export const resuming =
  (refused: () => HttpRefusal | null, over: (refusal: HttpRefusal) => void) =>
  (reconnect: () => void, delay: number): (() => void) => {
    const refusal = refused();
    if (refusal !== null && !maySucceedLater(refusal)) {
      over(refusal);
      return () => {};
    }
    const wait = Math.max(delay, Math.min(refusal?.retryAfterMs ?? 0, longestWait));
    const timer = setTimeout(reconnect, wait);
    return () => clearTimeout(timer);
  };
