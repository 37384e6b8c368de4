import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that a busy machine may take long to do; `what` is for the failure. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  ms = 25_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const began = Date.now();
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > end) throw new Error(`still waiting for ${what} after ${ms} ms`);
    // A look at ten thousand skills is work: most of the time goes to what is waited for.
    await sleep(15 + 3 * (Date.now() - began));
  }
}
