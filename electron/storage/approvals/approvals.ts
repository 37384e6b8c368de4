import { join } from 'node:path';
import { everything } from '../../../shared/host/failures.ts';
import type {
  ApprovalRecord,
  Failure,
  Identity,
  StoreState,
} from '../../../shared/model/approval.ts';
import { err } from '../../../shared/result.ts';
import type { ApprovalsStore, AuditEntry, RecordChange } from '../../engine/ports/decisions.ts';
import { AuditWriter } from '../audit/audit.ts';
import { checkFolder } from '../disk/data-folder.ts';
import { watchFolder } from '../disk/folder-watch.ts';
import { withLock } from '../disk/lock.ts';
import { skillKey } from './loaded-records.ts';
import { InForce } from './current-records.ts';
import { DecisionWriter, type CommitResult, type WritingOptions } from './decision-writer.ts';

export interface ApprovalsOptions extends WritingOptions {
  /** Who decides: the operating system's user name, for the audit. */
  readonly actor: string;
  /** Longest wait for another writer, in ms. */
  readonly lockWaitMs?: number;
}

const emptyList: readonly Failure[] = [];

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
  #queue: Promise<unknown> = Promise.resolve();
  #stopWatching: (() => void) | null = null;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
    const { folder, now, actor, disk } = options;
    this.#held = new InForce(join(folder, 'approvals.json'), now, disk);
    const path = join(folder, 'audit.jsonl');
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
  }

  get state(): StoreState {
    const { unreadable, approvals, path } = this.#held;
    if (unreadable !== null) return unreadable;
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
  }

  async #look(): Promise<void> {
    const folder = await checkFolder(this.#options.folder);
    const { unreadable, stamp } = this.#held;
    const same = (await this.#held.stampNow()) === stamp && folder.ok;
    // The same bytes would be refused again; what hinders reading may have ended meanwhile.
    const isOfBytes = unreadable?.reason === 'corrupt' || unreadable?.reason === 'newer-format';
    if (same && (unreadable === null || isOfBytes)) return;
    const before = JSON.stringify([this.state, stamp]);
    await this.#held.reload();
    if (JSON.stringify([this.state, this.#held.stamp]) !== before) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #locked<T>(work: () => Promise<T>): ReturnType<typeof withLock<T>> {
    return withLock(`${this.#held.path}.lock`, work, this.#options.lockWaitMs);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
