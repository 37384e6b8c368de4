import { requestNames } from '../shared/contract.ts';

/**
 * The part of the contract in the preload and the page: names, without schemas and their library.
 */
export const requestDefines = { __SKILLGATE_REQUESTS__: JSON.stringify(requestNames) };
