import { keptFindings, type keptFinding } from '../host/kept.ts';
import { faultIn, type SchemaValue } from '../host/schema.ts';
import type { ApprovalRecord } from './approval.ts';

/**
 * One finding that existed when a decision was made. `mark` is the SHA-256 of the text at its
 * places, which stays the same if the file changes elsewhere. `open`: nobody had dismissed it;
 * `folded`: its surroundings suggested a false alarm.
 */
export type KeptFinding = SchemaValue<typeof keptFinding>;
/**
 * What a decision keeps of findings, worst first. `more` counts the rest by rule; no rule saw all
 * of the `notInspected` files, and nobody had read the `notRead` ones.
 */
export type KeptFindings = SchemaValue<typeof keptFindings>;

/**
 * Limits on what one decision keeps: a server decides how many findings there are and how long a
 * URI is.
 */
export const mostKept = 64;
export const mostKeptBytes = 32 * 1024;

const cache = new WeakMap<ApprovalRecord, KeptFindings | null>();

/** What the record keeps of findings; null if it keeps nothing readable. */
export function keptOf(record: ApprovalRecord): KeptFindings | null {
  let kept = cache.get(record);
  if (kept === undefined) {
    const { findings } = record;
    kept = faultIn(keptFindings, findings) === null ? (findings as KeptFindings) : null;
    cache.set(record, kept);
  }
  return kept;
}
