import type { RequestName } from '../../shared/contract.ts';

/** The page never names a channel: preload and main derive them from the contract. */
export const requestChannel = (name: RequestName): string => `skillgate:${name}`;
/** Requested only by the preload, once per page: the key of the page's dialogs. */
export const keyChannel = 'skillgate-key';
export const eventChannel = 'skillgate-event';
/** Addresses within the page, from another program's link while the app runs. */
export const placeChannel = 'skillgate-place';
