import type { Finding, FindingPlace } from '../../../shared/model/findings.ts';
import { sha256 } from '../digest.ts';

/** How far a line end or start is searched around a place, in bytes. */
const farthest = 4_096;
/** From this length on an excerpt counts as cut, in UTF-16 units. */
const cut = 190;

/**
 * Identifies the text at all places of a finding by their whole lines: stable if the file changes
 * elsewhere, different as soon as anything on these lines changes. The attacker keeps the excerpt
 * and swaps what it omits, the text at the second place, or the line elsewhere that names an
 * address, so a finding in code covers all code of the file. If not everything is known, the mark
 * covers the whole file.
 */
export function markOf(finding: Finding, bytes: Uint8Array): string {
  const { digest, place, related, count, about } = finding;
  const lines = count === 1 + related.length ? [place, ...related].map(linesIn(bytes)) : [null];
  return hashFinding(finding, lines.includes(null) ? { digest } : { lines, about });
}

/** The same for a finding without its bytes, from what it shows and what it's about. */
export function markWithoutBytes(finding: Finding): string {
  const { digest, excerpt, count, about } = finding;
  if (about !== undefined) return hashFinding(finding, { excerpt, about });
  const isWhole = count === 1 && excerpt.length < cut;
  return hashFinding(finding, isWhole ? { excerpt } : { excerpt, digest });
}

const hashFinding = ({ rule, count, confidence, decoded }: Finding, what: object): string =>
  sha256(JSON.stringify([rule, count, confidence, decoded, what]));

/** The whole lines of one place; null if they're too long to search. */
const linesIn =
  (bytes: Uint8Array) =>
  ({ start, end }: FindingPlace): string | null => {
    if (end - start > farthest) return null;
    const from = bytes.subarray(Math.max(0, start - farthest), start).lastIndexOf(0x0a);
    const to = bytes.subarray(end, end + farthest).indexOf(0x0a);
    if (from === -1 && start > farthest) return null;
    if (to === -1 && end + farthest < bytes.length) return null;
    const first = from === -1 ? 0 : Math.max(0, start - farthest) + from + 1;
    return sha256(bytes.subarray(first, to === -1 ? bytes.length : end + to));
  };
