import { canonicalString } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';

/**
 * Digest of a skill's set: `sha256:` + SHA-256 of the RFC 8785 JSON of `[{"digest","uri"}…]`
 * sorted by `uri` in code units ("Content-bound approval": every uri and digest). Written out
 * by hand because it runs once per skill of a listing; the test holds it to `canonicalJson`.
 * Throws on a URI with a lone surrogate, which no entry can have.
 */
export function setDigest(
  resources: readonly { readonly uri: string; readonly digest: string }[],
): string {
  const sorted = [...resources].sort((a, b) =>
    a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0,
  );
  return sha256(
    `[${sorted.map(({ uri, digest }) => `{"digest":${canonicalString(digest)},"uri":${canonicalString(uri)}}`).join(',')}]`,
  );
}
