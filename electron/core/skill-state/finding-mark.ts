import type { Finding, FindingPlace } from '../../../shared/model/findings.ts';
import { sha256 } from '../digest.ts';

/** Longest line end or line start that is looked for around a place, in bytes. */
const farthest = 4_096;
/** Length from which an excerpt is taken for one that was cut, in UTF-16 units. */
const cut = 190;

/**
 * Names what stands at all places of a finding, by the whole lines that they are on: the same in a
 * file that changed elsewhere, another one as soon as anything on these lines is. The attacker
 * keeps the excerpt and swaps what an excerpt leaves out, or what stands at the second place, or the
 * line of another place that gives an address its name: what a finding in code is about is all code
 * of the file. Where not all of it can be told, the mark goes by the whole file.
 */
export function markOf(finding: Finding, bytes: Uint8Array): string {
  const { digest, place, related, count, about } = finding;
  const lines = count === 1 + related.length ? [place, ...related].map(linesIn(bytes)) : [null];
  return named(finding, lines.includes(null) ? { digest } : { lines, about });
}

/** The same of a finding whose bytes are not here, by what it shows of them and what it is about. */
export function markWithoutBytes(finding: Finding): string {
  const { digest, excerpt, count, about } = finding;
  if (about !== undefined) return named(finding, { excerpt, about });
  const isWhole = count === 1 && excerpt.length < cut;
  return named(finding, isWhole ? { excerpt } : { excerpt, digest });
}

const named = ({ rule, count, confidence, decoded }: Finding, what: object): string =>
  sha256(JSON.stringify([rule, count, confidence, decoded, what]));

/** Names the whole lines of one place; null where they are too long to be looked at. */
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
