import { basename, join } from 'node:path';
import { everything } from '../../../shared/host/failures.ts';
import type {
  ApprovalRecord,
  Failure,
  Identity,
  StoreState,
} from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ApprovalsStore, AuditEntry, RecordChange } from '../../usecases/ports.ts';
import { applyChanges, keyOf } from './change.ts';
import { headOf, keepFormer, loadApprovals, stampAt, startsWith, type Unreadable } from './file.ts';
import { compactLines, formatApprovals, noApprovals, skillKey, type Approvals } from './text.ts';
import { stageFile, type StagedFile } from '../disk/atomic-file.ts';
import { Audit } from '../audit/audit.ts';
import { checkFolder } from '../disk/data-folder.ts';
import { codeOf, messageOf, nodeDisk, type Disk } from '../disk/disk.ts';
import { absent, type FileStamp } from '../disk/file-stamp.ts';
import { watchFolder } from '../disk/folder-watch.ts';
import { LabelIndex } from './label-index.ts';
import { withLock } from '../disk/lock.ts';
import { mirrorPath, writeMirror } from './mirror.ts';

export interface ApprovalsOptions {
  /** The data folder, prepared by `prepareFolder`. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Who decides: the operating system's user name, for the audit. */
  readonly actor: string;
  readonly generator: { readonly name: string; readonly version: string };
  readonly disk?: Disk;
  /** Longest wait for another writer, in ms. */
  readonly lockWaitMs?: number;
}

const none: readonly Failure[] = [];

type Committed = Awaited<ReturnType<ApprovalsStore['commit']>>;

/** Pieces of one write; more make the system call slower than one copy of everything. */
const mostChunks = 256;
const removedNote =
  'an earlier write was interrupted; decisions noted just before may not have been kept';

/**
 * Opens `approvals.json` and `audit.jsonl` of a data folder. Never throws for what is in them: see
 * `state`.
 */
export async function openApprovals(options: ApprovalsOptions): Promise<ApprovalsStore> {
  const store = new FileApprovals(options);
  await store.reload();
  await store.carryForward();
  return store;
}

class FileApprovals implements ApprovalsStore {
  readonly #options: ApprovalsOptions;
  readonly #disk: Disk;
  readonly #path: string;
  readonly #audit: Audit;
  readonly #listeners = new Set<() => void>();
  #approvals: Approvals = noApprovals;
  #records: readonly ApprovalRecord[] | null = null;
  #labels = new LabelIndex([]);
  #unreadable: Unreadable | null = null;
  #auditProblem: string | null = null;
  #mirrorProblem: string | null = null;
  /** The file was unreadable while this process ran; the audit has not said yet that it is back. */
  #recovering = false;
  #stamp: FileStamp = absent;
  #head: Buffer = Buffer.alloc(0);
  #queue: Promise<unknown> = Promise.resolve();
  #stopWatching: (() => void) | null = null;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
    this.#disk = options.disk ?? nodeDisk;
    this.#path = join(options.folder, 'approvals.json');
    this.#audit = new Audit({
      path: join(options.folder, 'audit.jsonl'),
      now: options.now,
      actor: options.actor,
      disk: this.#disk,
    });
  }

  get state(): StoreState {
    if (this.#unreadable !== null) return this.#unreadable;
    const { revision, lines } = this.#approvals;
    return {
      status: 'ready',
      path: this.#path,
      revision,
      records: lines.size,
      ...(this.#auditProblem === null ? {} : { auditProblem: this.#auditProblem }),
      ...(this.#mirrorProblem === null ? {} : { mirrorProblem: this.#mirrorProblem }),
    };
  }

  find(identity: Identity, uri: string): ApprovalRecord | null {
    return this.#approvals.lines.get(skillKey(identity, uri))?.record ?? null;
  }

  failures(identity: Identity, uri: string): readonly Failure[] {
    const { failures } = this.#approvals;
    const own = failures.get(skillKey(identity, uri)) ?? none;
    const wide = failures.get(skillKey(identity, everything));
    return wide === undefined || uri === everything ? own : [...own, ...wide];
  }

  allFailures(): readonly Failure[] {
    return [...this.#approvals.failures.values()].flat();
  }

  strayRecords(label: string, identity: Identity): number {
    return this.#labels.strays(label, identity);
  }

  all(): readonly ApprovalRecord[] {
    this.#records ??= [...this.#approvals.lines.values()].map(({ record }) => record);
    return this.#records;
  }

  *ending(): Iterable<ApprovalRecord> {
    for (const { record } of this.#approvals.lines.values())
      if (record.expiresAt !== null) yield record;
  }

  commit(changes: readonly RecordChange[]): Promise<Committed> {
    return this.#inTurn(async () => {
      const locked = await withLock(
        `${this.#path}.lock`,
        () => this.#write(changes),
        this.#options.lockWaitMs,
      );
      if (locked.ok) return locked.value;
      return err({
        reason: locked.error.reason === 'locked' ? 'locked' : 'write-failed',
        message: locked.error.message,
      });
    });
  }

  lapse(
    identity: Identity,
    uri: string,
    seenSetDigest: string | null,
    at: string,
  ): Promise<Committed> {
    const audit = {
      action: 'changed-seen',
      server: this.find(identity, uri)?.server.label ?? '',
      uri,
      setDigest: seenSetDigest,
      detail: 'the approval lapsed',
    } as const;
    return this.commit([
      { kind: 'lapse', identity, uri, seen: seenSetDigest, record: null, at, audit },
    ]);
  }

  noteFailure(failure: Failure): Promise<Committed> {
    const { server, uri, file, check, expected, actual } = failure;
    const audit = {
      action: 'verification-failed',
      server: server.label,
      uri,
      setDigest: null,
      detail: `${file}: ${check}, expected ${expected ?? 'nothing'}, got ${actual ?? 'nothing'}`,
    } as const;
    return this.commit([{ kind: 'fail', failure, audit }]);
  }

  clearFailure(identity: Identity, uri: string, file: string | null = null): Promise<Committed> {
    const audit = {
      action: 'verification-cleared',
      server: this.failures(identity, uri)[0]?.server.label ?? '',
      uri,
      setDigest: null,
      detail: file ?? 'every file',
    } as const;
    return this.commit([{ kind: 'clear', identity, uri, file, audit }]);
  }

  /** Writes a file of the version before in this one's format; where that fails, the next write does. */
  async carryForward(): Promise<void> {
    if (this.#approvals.former !== null) await this.commit([]);
  }

  note(entries: readonly AuditEntry[]): Promise<void> {
    return this.#inTurn(async () => {
      const locked = await withLock(
        `${this.#path}.lock`,
        () => this.#append(entries),
        this.#options.lockWaitMs,
      );
      const written = locked.ok ? locked.value : err(locked.error.message);
      this.#auditProblem = written.ok ? null : written.error;
    });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchFolder(this.#path, () => void this.#inTurn(() => this.#look()));
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#listeners.clear();
    await this.#queue;
  }

  /** Reads the file anew, whatever was known of it. */
  async reload(): Promise<void> {
    // Taken first: a file that is replaced while it is read differs from this and is read again.
    const stamp = await this.#stampNow();
    const loaded = await loadApprovals(
      this.#path,
      this.#options.now(),
      this.#disk,
      this.#approvals,
    );
    if (loaded.ok) {
      this.#recovering ||= this.#unreadable !== null;
      this.#unreadable = null;
      this.#adopt(loaded.value.approvals, loaded.value.stamp, loaded.value.head);
    } else {
      // Nothing that was read before counts any more: whoever damaged the file may have had a
      // reason.
      this.#unreadable = loaded.error;
      this.#adopt(noApprovals, stamp, Buffer.alloc(0));
    }
  }

  async #look(): Promise<void> {
    const folder = await checkFolder(this.#options.folder);
    const same = (await this.#stampNow()) === this.#stamp && folder.ok;
    if (
      same &&
      (this.#unreadable === null ||
        this.#unreadable.reason === 'corrupt' ||
        this.#unreadable.reason === 'newer-format')
    )
      return;
    const before = JSON.stringify([this.state, this.#stamp]);
    await this.reload();
    if (JSON.stringify([this.state, this.#stamp]) !== before)
      for (const listener of this.#listeners) listener();
  }

  /**
   * The steps of one commit, under the lock (a file of the version before is copied first). A kill between any two of them leaves a readable
   * file and a chain that goes on:
   * 1. the new content is complete and flushed beside the file: a leftover is removed by the next
   * write;
   * 2. the audit lines are appended and flushed: no decision ever takes effect unrecorded. A
   *    kill before step 3 leaves lines for a decision that was not kept; the leftover of step 1
   *    tells the next write, which says so in the audit;
   * 3. the rename puts the decision in force, and the folder is flushed: a kill in here leaves
   *    the old file or the new one, whole.
   */
  async #write(changes: readonly RecordChange[]): Promise<Committed> {
    const folder = await checkFolder(this.#options.folder);
    if (!folder.ok || this.#unreadable !== null || !(await this.#isCurrent()))
      await this.#reloadForWrite();
    if (this.#unreadable !== null)
      return err({ reason: 'unreadable', message: this.#unreadable.message });
    const { former } = this.#approvals;
    const applied = applyChanges(this.#approvals, changes);
    if (!applied.ok) return err({ reason: 'replaced', message: replacedNote, ...applied.error });
    const entries = [...applied.value.audit];
    if (entries.length === 0 && former === null) return ok({ revision: this.#approvals.revision });

    const next = this.#nextTo(applied.value);
    const chunks = formatApprovals(next);
    let staged: StagedFile;
    try {
      // Before anything replaces it, and durable: whatever is not carried forward stands there.
      if (former !== null) {
        const kept = await keepFormer(this.#path, this.#options.now(), this.#disk);
        entries.unshift(recovered(carriedNote(next.lines.size, former.left, kept)));
      }
      const { file, leftover } = await this.#stage(chunks);
      staged = file;
      if (leftover) entries.unshift(recovered(removedNote));
    } catch (error) {
      return err({ reason: 'write-failed', message: `${this.#path}: ${messageOf(error)}` });
    }
    if (this.#recovering) entries.unshift(recovered('approvals.json can be read again'));
    const audited = await this.#append(entries);
    if (!audited.ok) {
      await staged.discard();
      return err({ reason: 'write-failed', message: audited.error });
    }
    this.#recovering = false;
    this.#auditProblem = null;
    try {
      this.#advance(next, changes, chunks, await staged.commit());
    } catch (error) {
      await this.#append([
        recovered('the decisions noted just before could not be written and are not in force'),
      ]);
      // A failure after the rename, in the flush, leaves the new file: what counts is what is
      // there.
      await this.reload();
      return err({ reason: 'write-failed', message: `${this.#path}: ${messageOf(error)}` });
    }
    await this.#mirror(chunks);
    return ok({ revision: next.revision });
  }

  /** Still under the lock: an older state never replaces a newer one. */
  async #mirror(chunks: readonly Uint8Array[]): Promise<void> {
    const path = await mirrorPath(this.#options.folder);
    const written = path === null ? ok(undefined) : await writeMirror(path, chunks, this.#disk);
    this.#mirrorProblem = written.ok ? null : written.error;
  }

  async #reloadForWrite(): Promise<void> {
    await this.reload();
    // Whoever draws from this store has to hear of the other writer's records even when no event
    // follows.
    queueMicrotask(() => this.#listeners.forEach((listener) => listener()));
  }

  #nextTo({ lines, failures }: Pick<Approvals, 'lines' | 'failures'>): Approvals {
    const revision = this.#approvals.revision + 1;
    const updatedAt = new Date(this.#options.now()).toISOString();
    const { format, ...others } = this.#approvals.header;
    const own = { revision, updatedAt, generator: this.#options.generator };
    // Named first so that the revision stands in the first bytes of the file.
    const header = { format, ...own, ...others, ...own };
    return { header, revision, lines, failures, former: null };
  }

  async #stage(
    chunks: readonly Uint8Array[],
  ): Promise<{ readonly file: StagedFile; readonly leftover: boolean }> {
    // One name for all writers: they take turns, so whatever is found under it was left by a kill.
    const temporary = `${this.#path}.next`;
    try {
      return { file: await stageFile(this.#path, temporary, chunks, this.#disk), leftover: false };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      await this.#disk.unlink(temporary);
      return { file: await stageFile(this.#path, temporary, chunks, this.#disk), leftover: true };
    }
  }

  async #append(entries: readonly AuditEntry[]): Promise<Result<void, string>> {
    try {
      await this.#audit.append(entries);
      return ok(undefined);
    } catch (error) {
      return err(`audit.jsonl can not be written: ${messageOf(error)}`);
    }
  }

  /** What was read from the disk. */
  #adopt(approvals: Approvals, stamp: FileStamp, head: Buffer): void {
    this.#head = head;
    this.#approvals = approvals;
    this.#records = null;
    this.#labels = new LabelIndex(approvals.lines.values());
    this.#stamp = stamp;
  }

  /** What this store has just written. */
  #advance(
    next: Approvals,
    changes: readonly RecordChange[],
    chunks: readonly Uint8Array[],
    stamp: FileStamp,
  ): void {
    this.#head = headOf(chunks[0] ?? Buffer.alloc(0));
    // A batch may name one record twice; it counts once, from what was in force to what is.
    for (const key of new Set(changes.map(keyOf))) {
      const [before, after] = [this.#approvals.lines.get(key), next.lines.get(key)];
      if (before !== undefined) this.#labels.remove(before);
      if (after !== undefined) this.#labels.add(after);
    }
    this.#approvals =
      chunks.length > mostChunks ? { ...next, lines: compactLines(next.lines) } : next;
    this.#records = null;
    this.#stamp = stamp;
  }

  /** Whether memory holds what the file holds. Asked under the lock only. */
  async #isCurrent(): Promise<boolean> {
    if ((await this.#stampNow()) !== this.#stamp) return false;
    if (this.#stamp === absent) return true;
    return startsWith(this.#path, this.#head, this.#disk).catch(() => false);
  }

  async #stampNow(): Promise<FileStamp> {
    // A folder that can not be looked into is no state of the file that was ever seen.
    return stampAt(this.#path, this.#disk).catch(() => 'unknown');
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

const replacedNote = 'something else was decided about this skill in the meantime';
const carriedNote = (records: number, left: number, kept: string): string =>
  `approvals@1 was carried forward: ${records} decisions${left === 0 ? '' : `, ${left} that matched no server were left out`}; the former file is ${basename(kept)}`;
const recovered = (detail: string): AuditEntry => ({
  action: 'store-recovered',
  server: '',
  uri: '',
  setDigest: null,
  detail,
});
