/** What a host on Node imports besides `skillgate-host`: readers that never lock or write. */
export { loadApprovals } from './load.ts';
export { approvalsPath } from './location.ts';
export { watchApprovals } from './watch.ts';
