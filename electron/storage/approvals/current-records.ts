import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { holds } from '../disk/atomic-file.ts';
import { nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { absent, type FileStamp } from '../disk/bounded-read.ts';
import { headOf, loadApprovals, stampAt, startsWith, type UnreadableFile } from './file.ts';
import { noApprovals, type LoadedRecords } from './loaded-records.ts';
import { compactLines } from './line.ts';
import { identityKey } from '../../core/decisions/identity.ts';

/** Pieces of one write; more make the system call slower than one copy of everything. */
const mostChunks = 256;

/** Lapsed approvals that are kept: as many as there are decisions that can be undone. */
const mostLapsed = 20_000;

/** What memory holds of `approvals.json`, and of which state of the file. */
export class InForce {
  readonly path: string;
  readonly #now: () => number;
  readonly #disk: FileSystem;
  #approvals: LoadedRecords = noApprovals;
  #labels = new LabelIndex([]);
  #unreadable: UnreadableFile | null = null;
  #stamp: FileStamp = absent;
  #head: Buffer = Buffer.alloc(0);
  /** Times that somebody else had written the file, and own writes by the key of their skill. */
  #others = 0;
  readonly #own = new Map<string, number>();
  /** Approvals that had lapsed when this process put something else in their place, by id. */
  readonly #lapsed = new Map<string, ApprovalRecord>();
  /** What was read last before the file couldn't be read any more, until somebody keeps it. */
  #rescued: LoadedRecords | null = null;
  /** The file was unreadable while this process ran; the audit has not said yet that it is back. */
  recovering = false;

  constructor(path: string, now: () => number, disk: FileSystem = nodeDisk) {
    this.path = path;
    this.#now = now;
    this.#disk = disk;
  }

  /** Of an unreadable file there are none. */
  get approvals(): LoadedRecords {
    return this.#approvals;
  }

  get unreadable(): UnreadableFile | null {
    return this.#unreadable;
  }

  get labels(): Pick<LabelIndex, 'strays'> {
    return this.#labels;
  }

  /** The state of the file that this is. */
  get stamp(): FileStamp {
    return this.#stamp;
  }

  /** `ApprovalsStore.count` of the skill with this key. */
  count(key: string): number {
    return this.#others + (this.#own.get(key) ?? 0);
  }

  /** The record of this id as it stood, where it had lapsed by the time that it was replaced. */
  lapsed(id: string): ApprovalRecord | undefined {
    return this.#lapsed.get(id);
  }

  keepLapsed(records: readonly ApprovalRecord[]): void {
    for (const record of records) {
      this.#lapsed.delete(record.id);
      this.#lapsed.set(record.id, record);
    }
    for (const oldest of this.#lapsed.keys()) {
      if (this.#lapsed.size <= mostLapsed) break;
      this.#lapsed.delete(oldest);
    }
  }

  /** Whether memory still has decisions of a file that's unreadable, and no copy was made of them. */
  get hasRescued(): boolean {
    return this.#unreadable !== null && this.#rescued !== null;
  }

  /**
   * Gives it once: what the file held is kept as a copy, and never counts while nobody restores it.
   */
  takeRescued(): LoadedRecords | null {
    const rescued = this.#rescued;
    this.#rescued = null;
    return rescued;
  }

  /** They weren't kept after all. What was read meanwhile is newer. */
  putBack(records: LoadedRecords): void {
    this.#rescued ??= records;
  }

  /** Reads the file again, whatever was known of it. */
  async reload(): Promise<void> {
    const before = { stamp: this.#stamp, head: this.#head, unreadable: this.#unreadable };
    // Taken first: a file that is replaced while it is read differs from this and is read again.
    const stamp = await this.stampNow();
    const loaded = await loadApprovals(this.path, this.#now(), this.#disk, this.#approvals);
    if (loaded.ok) {
      this.recovering ||= this.#unreadable !== null;
      this.#unreadable = null;
      this.#adopt(loaded.value.approvals, loaded.value.stamp, loaded.value.head);
    } else {
      // Nothing that was read before counts any more: whoever damaged the file may have had a
      // reason.
      this.#unreadable = loaded.error;
      if (this.#approvals.lines.size > 0) this.#rescued = this.#approvals;
      this.#adopt(noApprovals, stamp, Buffer.alloc(0));
    }
    const isSame =
      before.stamp === this.#stamp &&
      before.head.equals(this.#head) &&
      before.unreadable === null &&
      this.#unreadable === null;
    if (!isSame) this.#others += 1;
  }

  /**
   * What the file holds after a write, whatever the write reported: `new` is in force, `old` is
   * not, and of `unknown` nobody can tell.
   */
  async settle(
    next: LoadedRecords,
    changed: Iterable<string>,
    chunks: readonly Uint8Array[],
  ): Promise<'new' | 'old' | 'unknown'> {
    const stamp = await this.stampNow();
    if (await holds(this.path, chunks, this.#disk)) {
      this.advance(next, changed, chunks, stamp);
      return 'new';
    }
    await this.reload();
    if (this.#unreadable !== null) return 'unknown';
    return this.#head.equals(headOf(chunks)) ? 'new' : 'old';
  }

  /** What was just written: the skills of these keys changed, and the file is `chunks`. */
  advance(
    next: LoadedRecords,
    changed: Iterable<string>,
    chunks: readonly Uint8Array[],
    stamp: FileStamp,
  ): void {
    this.#head = headOf(chunks);
    // A batch may name one record twice; it counts once, from what was in force to what is.
    for (const key of new Set(changed)) {
      const [before, after] = [this.#approvals.lines.get(key), next.lines.get(key)];
      if (before !== undefined) this.#labels.remove(before.of);
      if (after !== undefined) this.#labels.add(after.of);
      if (before !== after && before?.record.id !== after?.record.id)
        this.#own.set(key, (this.#own.get(key) ?? 0) + 1);
    }
    this.#approvals =
      chunks.length > mostChunks ? { ...next, lines: compactLines(next.lines) } : next;
    this.#stamp = stamp;
    this.#unreadable = null;
  }

  /** Whether memory holds what the file holds. Asked under the lock only. */
  async isCurrent(): Promise<boolean> {
    if ((await this.stampNow()) !== this.#stamp) return false;
    // It may have been written and removed by others since.
    if (this.#stamp === absent)
      return (
        (await (await import('../../../shared/host/node/missing.ts')).findLoss(this.path)) === null
      );
    return startsWith(this.path, this.#head, this.#disk).catch(() => false);
  }

  async stampNow(): Promise<FileStamp> {
    // A folder that cannot be looked into is no state of the file that was ever seen.
    return stampAt(this.path, this.#disk).catch(() => 'unknown');
  }

  /** What was read from the disk. */
  #adopt(approvals: LoadedRecords, stamp: FileStamp, head: Buffer): void {
    this.#head = head;
    this.#approvals = approvals;
    this.#labels = new LabelIndex([...approvals.lines.values()].map(({ of }) => of));
    this.#stamp = stamp;
  }
}

/** Whose a record is. */
interface LabelledRecord {
  readonly label: string;
  /** The record's `identityKey`. */
  readonly identity: string;
}

/**
 * Counts records by label and identity, so that records of a label's former server are found at
 * once.
 */
class LabelIndex {
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
