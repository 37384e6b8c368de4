import { keptFindings, type keptFinding } from '../host/kept.ts';
import { faultIn, type SchemaValue } from '../host/schema.ts';
import type { ApprovalRecord } from './approval.ts';

/**
 * One finding that stood when a decision was made. `mark` is the SHA-256 of what stood at its places:
 * in a file that changed elsewhere it is the same. `open`: nobody had answered it; `folded`: what
 * stood around it spoke for something else.
 */
export type KeptFinding = SchemaValue<typeof keptFinding>;
/**
 * What a decision keeps of findings, the worst first. `more` stood beside them and are kept by rule
 * alone; of `notInspected` files no rule saw all, and `notRead` nobody had read.
 */
export type KeptFindings = SchemaValue<typeof keptFindings>;

/** Bounds of what one decision keeps: a server decides how many there are, and how long a URI is. */
export const mostKept = 64;
export const mostKeptBytes = 32 * 1024;

const known = new WeakMap<ApprovalRecord, KeptFindings | null>();

/** What the record keeps of findings; null where it keeps nothing that can be read. */
export function keptOf(record: ApprovalRecord): KeptFindings | null {
  let kept = known.get(record);
  if (kept === undefined) {
    const { findings } = record;
    kept = faultIn(keptFindings, findings) === null ? (findings as KeptFindings) : null;
    known.set(record, kept);
  }
  return kept;
}
