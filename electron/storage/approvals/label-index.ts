import type { Identity } from '../../../shared/model/approval.ts';
import { identityKey } from '../../core/decisions/identity.ts';

/** Whose a record is. */
export interface LabelledRecord {
  readonly label: string;
  /** The record's `identityKey`. */
  readonly identity: string;
}

/**
 * Counts records by label and identity, so that records of a label's former server are found at
 * once.
 */
export class LabelIndex {
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(records: Iterable<LabelledRecord>) {
    for (const record of records) this.add(record);
  }

  add(record: LabelledRecord): void {
    this.#change(record, 1);
  }

  remove(record: LabelledRecord): void {
    this.#change(record, -1);
  }

  /** Records under this label that belong to another identity. */
  strays(label: string, identity: Identity): number {
    const own = identityKey(identity);
    let strays = 0;
    for (const [key, count] of this.#counts.get(label) ?? []) if (key !== own) strays += count;
    return strays;
  }

  #change({ label, identity }: LabelledRecord, by: number): void {
    const counts = this.#counts.get(label) ?? new Map<string, number>();
    counts.set(identity, (counts.get(identity) ?? 0) + by);
    this.#counts.set(label, counts);
  }
}
