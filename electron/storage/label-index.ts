import type { ApprovalRecord, Identity } from '../../shared/model/approval.ts';
import { identityKey } from '../core/decisions/identity.ts';

/** Counts records by label and identity, so that records of a label's former server are found at once. */
export class LabelIndex {
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(records: Iterable<ApprovalRecord>) {
    for (const record of records) this.add(record);
  }

  add(record: ApprovalRecord): void {
    this.#change(record, 1);
  }

  remove(record: ApprovalRecord): void {
    this.#change(record, -1);
  }

  /** Records under this label that belong to another identity. */
  strays(label: string, identity: Identity): number {
    const own = identityKey(identity);
    let strays = 0;
    for (const [key, count] of this.#counts.get(label) ?? []) if (key !== own) strays += count;
    return strays;
  }

  #change({ server }: ApprovalRecord, by: number): void {
    const key = identityKey(server.identity);
    const counts = this.#counts.get(server.label) ?? new Map<string, number>();
    counts.set(key, (counts.get(key) ?? 0) + by);
    this.#counts.set(server.label, counts);
  }
}
