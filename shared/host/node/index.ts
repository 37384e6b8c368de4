/** What a host on Node imports beside `skillgate-host`: readers that never lock and never write. */
export { loadApprovals } from './load.ts';
export { approvalsPath } from './location.ts';
export { watchApprovals } from './watch.ts';
