import { canonicalText, type HashFunction } from './canonical.ts';

/** One file of a set that decisions bind to. Other fields are allowed. */
export interface DigestPair {
  readonly uri: string;
  /** `sha256:` and 64 lowercase hexadecimal characters. */
  readonly digest: string;
}

/**
 * Digest of a skill's set: the hash of the RFC 8785 JSON of `[{"digest","uri"}…]`, sorted by `uri`
 * in code units. Order and all other fields are ignored; which digest belongs to which URI matters.
 * Throws a TypeError on a lone surrogate, which has no UTF-8 bytes.
 */
export function setDigestWith(hash: HashFunction, resources: readonly DigestPair[]): string {
  const sorted = [...resources].sort(
    (a, b) => compare(a.uri, b.uri) || compare(a.digest, b.digest),
  );
  return hash(
    `[${sorted.map(({ uri, digest }) => `{"digest":${canonicalText(digest)},"uri":${canonicalText(uri)}}`).join(',')}]`,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
