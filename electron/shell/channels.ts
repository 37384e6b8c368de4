import type { RequestName } from '../../shared/contract.ts';

/** The page never names a channel: preload and main derive them from the contract. */
export const requestChannel = (name: RequestName): string => `skillgate:${name}`;
export const eventChannel = 'skillgate-event';
