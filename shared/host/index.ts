/** What an MCP host imports to honor a person's decisions: no dependencies, nothing of Node. */
import type { Identity } from './format.ts';
import { identityWith, type ServerConfig } from './identity.ts';
import { setDigestWith, type DigestPair } from './set-digest.ts';
import { sha256 } from './sha256.ts';

export { check } from './check.ts';
export { parseApprovals } from './document.ts';
export type { ApprovalRecord, Failure, Identity } from './format.ts';
export type { ServerConfig } from './identity.ts';
export type { ResourceChanges } from './rule.ts';
export type { Answer, Approvals, Query, Resource, Standing, UnreadableReason } from './types.ts';

/**
 * The identity of a configured server, from its entry in the host's own configuration. Null if the
 * entry names no server that could have one; `check` then answers `cannot-tell`.
 */
export const identityOf = (config: ServerConfig): Identity | null => identityWith(sha256, config);

/**
 * Digest of a skill's set, in any order of its files. Throws a TypeError on a lone surrogate, which
 * has no UTF-8 bytes.
 */
export const setDigest = (resources: readonly DigestPair[]): string =>
  setDigestWith(sha256, resources);
