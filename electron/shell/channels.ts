import type { RequestName } from '../../shared/contract.ts';

/** The page never names a channel: preload and main derive them from the contract. */
export const requestChannel = (name: RequestName): string => `skillgate:${name}`;
/** Requested only by the preload, once per page: the key of the page's dialogs. */
export const keyChannel = 'skillgate-key';
export const eventChannel = 'skillgate-event';
/** Addresses within the page, from another program's link while the app runs. */
export const placeChannel = 'skillgate-place';

/** The longest wait between two requests, and how long (both ms) the page goes on asking. */
const longestWait = 1_000;
export const askingMs = 120_000;

/**
 * Asks for the key of this page's dialogs until it's given, or returns null after two minutes. On a
 * busy machine the first requests may arrive before Electron knows which page the window shows.
 * The main process refuses those, and a page without a key could never confirm anything.
 */
export async function askForKey(
  ask: () => Promise<string | null>,
  wait: (ms: number) => Promise<unknown>,
): Promise<string | null> {
  let waited = 0;
  for (let ms = 10; ; ms = Math.min(2 * ms, longestWait)) {
    const given = await ask();
    if (given !== null || waited >= askingMs) return given;
    await wait(ms);
    waited += ms;
  }
}
