import type { RequestName } from '../../shared/contract.ts';

/** The page never names a channel: preload and main derive them from the contract. */
export const requestChannel = (name: RequestName): string => `skillgate:${name}`;
/** What only the preload asks, once for each page: the key of the page's dialogs. */
export const keyChannel = 'skillgate-key';
export const eventChannel = 'skillgate-event';
/** Addresses within the page that a link of another program leads to, told while it runs. */
export const placeChannel = 'skillgate-place';
