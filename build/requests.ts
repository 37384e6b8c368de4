import { requestNames } from '../shared/contract.ts';

/** What the preload has of the contract: the names, without the schemas and their library. */
export const preloadDefines = { __SKILLGATE_REQUESTS__: JSON.stringify(requestNames) };
