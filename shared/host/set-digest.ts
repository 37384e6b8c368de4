import { sha256 } from './sha256.ts';
import type { Resource } from './types.ts';

/**
 * Digest of a skill's set: SHA-256 of the RFC 8785 JSON of `[{"digest","uri"}…]`, sorted by
 * `uri` in code units. Order and every other field count for nothing; which digest belongs to
 * which URI does. Throws a TypeError on a lone surrogate, which has no UTF-8 bytes.
 */
export function setDigest(resources: readonly Resource[]): string {
  const sorted = [...resources].sort(
    (a, b) => compare(a.uri, b.uri) || compare(a.digest, b.digest),
  );
  return sha256(
    `[${sorted.map(({ uri, digest }) => `{"digest":${text(digest)},"uri":${text(uri)}}`).join(',')}]`,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function text(value: string): string {
  if (!isWellFormed(value)) throw new TypeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(value);
}

/** Whether a string has no lone surrogate, so that its UTF-8 bytes are defined. */
export function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}
