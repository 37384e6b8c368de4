import { join } from 'node:path';
import { everything } from '../../../shared/host/failures.ts';
import type {
  ApprovalRecord,
  DecisionCopy,
  Failure,
  Identity,
  StoreState,
} from '../../../shared/model/approval.ts';
import { err, ok } from '../../../shared/result.ts';
import type { ApprovalsStore, AuditEntry, RecordChange } from '../../engine/ports/decisions.ts';
import { AuditWriter } from '../audit/audit.ts';
import { chainStart } from '../audit/line.ts';
import { checkFolder } from '../disk/data-folder.ts';
import { watchFolder } from '../disk/folder-watch.ts';
import { withLock } from '../disk/lock.ts';
import { shortHash, type KeptCopy } from './decision-copies.ts';
import type { UnreadableFile } from './file.ts';
import { formatApprovals, noApprovals, skillKey } from './loaded-records.ts';
import { InForce } from './current-records.ts';
import { DecisionWriter, type CommitResult, type WritingOptions } from './decision-writer.ts';

export interface ApprovalsOptions extends WritingOptions {
  /** Who decides: the operating system's user name, for the audit. */
  readonly actor: string;
  /** Called after each change that this process wrote. */
  readonly onWritten?: () => void;
  /** Longest wait for another writer, in ms. */
  readonly lockWaitMs?: number;
}

const emptyList: readonly Failure[] = [];

/** Faults that another file in the place of this one ends; the others are of the folder. */
const helped: ReadonlySet<UnreadableFile['reason']> = new Set([
  'corrupt',
  'newer-format',
  'missing',
]);

/** Most copies that a person is offered at once. */
const mostOffered = 50;

/**
 * Opens `approvals.json` and `audit.jsonl` of a data folder. Never throws for what is in them: see
 * `state`.
 */
export async function openApprovals(options: ApprovalsOptions): Promise<ApprovalsStore> {
  const store = new FileApprovals(options);
  await store.open();
  return store;
}

class FileApprovals implements ApprovalsStore {
  readonly #options: ApprovalsOptions;
  readonly #held: InForce;
  readonly #writing: DecisionWriter;
  readonly #listeners = new Set<() => void>();
  readonly #auditPath: string;
  /** Copies to offer beside the fault that the file has. */
  #offered: { readonly to: UnreadableFile; readonly copies: readonly DecisionCopy[] } | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #stopWatching: (() => void) | null = null;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
    const { folder, now, actor, disk } = options;
    this.#held = new InForce(join(folder, 'approvals.json'), now, disk);
    const path = join(folder, 'audit.jsonl');
    this.#auditPath = path;
    const audit = new AuditWriter({ path, now, actor, ...(disk === undefined ? {} : { disk }) });
    // Whoever draws from this store has to hear of the other writer's records even when no event
    // follows.
    const reloaded = (): void => queueMicrotask(() => this.#tell());
    this.#writing = new DecisionWriter(options, this.#held, audit, reloaded);
  }

  /**
   * Reads the file, and writes one of the version before in this one's format; where that fails,
   * the next write does.
   */
  async open(): Promise<void> {
    await this.#held.reload();
    if (this.#held.approvals.former !== null) await this.commit([]);
    await this.#readCopies();
    // A version before this one kept none.
    const { copies } = this.#options;
    if (copies !== undefined && this.state.status === 'ready' && this.all().length > 0)
      if ((await copies.list()).length === 0) await this.#inTurn(() => this.#keepCopy());
  }

  get state(): StoreState {
    const { unreadable, approvals, path } = this.#held;
    if (unreadable !== null) {
      const copies = this.#offered?.to === unreadable ? this.#offered.copies : [];
      return copies.length === 0
        ? unreadable
        : { ...unreadable, copies: copies.slice(0, mostOffered) };
    }
    const { revision, lines } = approvals;
    return { status: 'ready', path, revision, records: lines.size, ...this.#writing.problems };
  }

  find(identity: Identity, uri: string): ApprovalRecord | null {
    return this.#held.approvals.lines.get(skillKey(identity, uri))?.record ?? null;
  }

  count(identity: Identity, uri: string): number {
    return this.#held.count(skillKey(identity, uri));
  }

  failures(identity: Identity, uri: string): readonly Failure[] {
    const { failures } = this.#held.approvals;
    const own = failures.get(skillKey(identity, uri)) ?? emptyList;
    const wide = failures.get(skillKey(identity, everything));
    return wide === undefined || uri === everything ? own : [...own, ...wide];
  }

  allFailures(): readonly Failure[] {
    return [...this.#held.approvals.failures.values()].flat();
  }

  strayRecords(label: string, identity: Identity): number {
    return this.#held.labels.strays(label, identity);
  }

  all(): readonly ApprovalRecord[] {
    return [...this.#held.approvals.lines.values()].map(({ record }) => record);
  }

  *ending(): Iterable<ApprovalRecord> {
    for (const line of this.#held.approvals.lines.values()) if (line.of.expires) yield line.record;
  }

  commit(changes: readonly RecordChange[]): Promise<CommitResult> {
    return this.#inTurn(async () => {
      const locked = await this.#locked(() => this.#writing.commit(changes));
      // A decision may find the damage before the watched folder tells of it.
      const { unreadable } = this.#held;
      if (unreadable !== null && this.#offered?.to !== unreadable) await this.#offerCopies();
      if (locked.ok && locked.value.ok && changes.length > 0) this.#options.onWritten?.();
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
  ): Promise<CommitResult> {
    const audit = {
      action: 'changed-seen',
      server: this.find(identity, uri)?.server.label ?? '',
      uri,
      setDigest: seenSetDigest,
      detail: 'the approval is no longer valid',
    } as const;
    return this.commit([
      { kind: 'lapse', identity, uri, seen: seenSetDigest, record: null, at, audit },
    ]);
  }

  noteFailure(failure: Failure): Promise<CommitResult> {
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

  clearFailure(identity: Identity, uri: string, file: string | null = null): Promise<CommitResult> {
    const audit = {
      action: 'verification-cleared',
      server: this.failures(identity, uri)[0]?.server.label ?? '',
      uri,
      setDigest: null,
      detail: file ?? 'every file',
    } as const;
    return this.commit([{ kind: 'clear', identity, uri, file, audit }]);
  }

  note(entries: readonly AuditEntry[]): Promise<void> {
    return this.#inTurn(async () => {
      const locked = await this.#locked(() => this.#writing.note(entries));
      if (!locked.ok) this.#writing.auditFailed(locked.error.message);
    });
  }

  async copies(): Promise<readonly DecisionCopy[]> {
    return ((await this.#options.copies?.list()) ?? []).map(factsOf);
  }

  recover(name: string | null): ReturnType<ApprovalsStore['recover']> {
    return this.#inTurn(async () => {
      const locked = await this.#locked(() => this.#recover(name));
      if (locked.ok && locked.value.ok) this.#options.onWritten?.();
      await this.#readCopies();
      if (locked.ok) return locked.value;
      const { reason, message } = locked.error;
      return err({ reason: reason === 'locked' ? 'locked' : 'write-failed', message });
    });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchFolder(
      this.#held.path,
      () => void this.#inTurn(() => this.#look()),
    );
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = null;
    this.#listeners.clear();
    await this.#queue;
    await this.#options.copies?.settled();
  }

  async #look(): Promise<void> {
    const folder = await checkFolder(this.#options.folder);
    const { unreadable, stamp } = this.#held;
    const same = (await this.#held.stampNow()) === stamp && folder.ok;
    // The same bytes would be refused again; what hinders reading may have ended meanwhile.
    const isOfBytes = unreadable?.reason === 'corrupt' || unreadable?.reason === 'newer-format';
    const isSame = same && (unreadable === null || isOfBytes);
    if (isSame && !this.#held.hasRescued) return;
    const before = JSON.stringify([this.state, stamp]);
    if (!isSame) await this.#held.reload();
    // What waits for a lock is tried at each look, and holds nothing else up.
    await this.#offerCopies(before, isSame ? 0 : undefined);
  }

  /** `before`: what was told last, where nothing has to be told again. */
  async #offerCopies(before?: string, waitMs?: number): Promise<void> {
    await this.#keepCopy(waitMs);
    await this.#readCopies();
    if (JSON.stringify([this.state, this.#held.stamp]) !== before) this.#tell();
  }

  /**
   * Keeps what another program wrote, or what memory still has of a file that was damaged since: a
   * window that was open meanwhile may be the only place where it is. `waitMs`: for the lock.
   */
  async #keepCopy(waitMs?: number): Promise<void> {
    const { copies, now } = this.#options;
    const { unreadable, approvals } = this.#held;
    const records = unreadable === null ? approvals : this.#held.takeRescued();
    if (copies === undefined || records === null || records.lines.size === 0) return;
    const { revision } = records;
    await copies.settled();
    if ((await copies.list()).some((copy) => copy.revision >= revision)) return;
    const locked = await this.#locked(async () => {
      // Only beside a file that is current does the end of the audit belong to these decisions.
      const isCurrent = unreadable === null && (await this.#held.isCurrent());
      if (unreadable === null && !isCurrent) return;
      copies.keep(formatApprovals(records), {
        ...{ at: now(), revision, decisions: records.lines.size },
        audit: isCurrent
          ? await (await import('../audit/read.ts')).auditEnd(this.#auditPath)
          : chainStart,
      });
    }, waitMs);
    // Another program holds the file: memory is the only place that has them, until the next look.
    if (!locked.ok && unreadable !== null) this.#held.putBack(records);
    await copies.settled();
  }

  /** What can be offered beside a fault that a copy helps with. */
  async #readCopies(): Promise<void> {
    const { unreadable } = this.#held;
    const isHelped = unreadable !== null && helped.has(unreadable.reason);
    this.#offered = isHelped ? { to: unreadable, copies: await this.copies() } : null;
  }

  async #recover(name: string | null): ReturnType<ApprovalsStore['recover']> {
    await this.#held.reload();
    const { unreadable } = this.#held;
    if (unreadable === null) {
      queueMicrotask(() => this.#tell());
      return err({ reason: 'readable', message: 'Skillgate can read your decisions again.' });
    }
    if (!helped.has(unreadable.reason))
      return err({ reason: 'unreadable', message: unreadable.message });
    const kept = (await this.#options.copies?.list()) ?? [];
    const at = new Date(this.#options.now()).toISOString();
    const read = name === null ? null : ((await this.#options.copies?.read(name)) ?? null);
    if (read !== null && !read.ok) return err({ reason: 'no-copy', message: read.error });
    if (name !== null && read === null)
      return err({ reason: 'no-copy', message: 'no copies are kept here' });
    // Above every revision that a reader may have seen.
    const newest = Math.max(0, ...kept.map(({ revision }) => revision));
    const { copy, records } = read?.value ?? { copy: null, records: noApprovals };
    const [{ linesSince }, { describeRestore, restoredRecords }] = await Promise.all([
      import('../audit/read.ts'),
      import('./restored-records.ts'),
    ]);
    const since =
      copy === null
        ? []
        : await linesSince(this.#auditPath, {
            seq: copy.audit.seq,
            isLine: (hash) => shortHash(hash) === copy.audit.hash,
            // A log that ends before a copy saw it end has lost what came after.
            least: Math.max(...kept.map(({ audit }) => audit.seq)),
          });
    const revision = newest + (since?.length ?? 0) + 1_000;
    const restored = restoredRecords({ copy: records, since, from: copy?.at ?? at, at, revision });
    const counts = { copy: copy?.name ?? null, at: copy?.at ?? null, ...restored.counts };
    const written = await this.#writing.recover(
      { ...records, lines: restored.lines },
      revision,
      describeRestore(counts, since !== null),
    );
    if (!written.ok) {
      const { reason, message } = written.error;
      return err({ reason: reason === 'replaced' ? 'write-failed' : reason, message });
    }
    queueMicrotask(() => this.#tell());
    return ok(counts);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #locked<T>(
    work: () => Promise<T>,
    waitMs: number | undefined = this.#options.lockWaitMs,
  ): ReturnType<typeof withLock<T>> {
    return withLock(`${this.#held.path}.lock`, work, waitMs);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

const factsOf = ({ name, at, decisions }: KeptCopy): DecisionCopy => ({ name, at, decisions });
