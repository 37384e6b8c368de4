import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that may take long on a busy machine; `what` is for the failure. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  ms = 100_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const began = Date.now();
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > end) throw new Error(`still waiting for ${what} after ${ms} ms`);
    // Looking at ten thousand skills is work, so leave most of the time to the awaited work.
    await sleep(15 + 3 * (Date.now() - began));
  }
}
