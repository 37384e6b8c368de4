import { setDigestWith, type DigestPair } from '../../../shared/host/set-digest.ts';
import { sha256 } from '../digest.ts';

/**
 * Digest of a skill's set ("Content-bound approval": every uri and digest). Throws on a URI with a
 * lone surrogate, which no valid entry has.
 */
export const setDigest = (resources: readonly DigestPair[]): string =>
  setDigestWith(sha256, resources);
