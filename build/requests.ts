import { requestNames } from '../shared/contract.ts';

/** What preload and page have of the contract: the names, without the schemas and their library. */
export const requestDefines = { __SKILLGATE_REQUESTS__: JSON.stringify(requestNames) };
