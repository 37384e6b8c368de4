/** What an MCP host imports to honour a person's decisions: no dependencies, nothing of Node. */
export { check } from './check.ts';
export { parseApprovals } from './document.ts';
export { identityOf } from './identity.ts';
export type { ServerConfig } from './identity.ts';
export { setDigest } from './set-digest.ts';
export type {
  Answer,
  ApprovalRecord,
  Approvals,
  Changes,
  Identity,
  Query,
  Resource,
  Standing,
  UnreadableReason,
} from './types.ts';
