import { basename } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { exactSize } from '../../../shared/size-text.ts';
import type { ApprovalsStore, AuditEntry, RecordChange } from '../../engine/ports/decisions.ts';
import type { ApprovalRecord, StoreState } from '../../../shared/model/approval.ts';
import { LinesLeftError, type AuditWriter } from '../audit/audit.ts';
import { commitOrDiscard, stageFile, type StagedFile } from '../disk/atomic-file.ts';
import { readBounded, absent } from '../disk/bounded-read.ts';
import { checkFolder, codeOf, messageOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { applyChanges, keysOf } from './change.ts';
import {
  copyBeside,
  keepFormer,
  setNextAside,
  formatApprovals,
  mostBytes,
  noApprovals,
  type LoadedRecords,
} from './loaded-records.ts';
import type { DecisionCopies } from './decision-copies.ts';
import type { InForce } from './current-records.ts';
import { mirrorPath, writeMirror } from './mirror.ts';

export type CommitResult = Awaited<ReturnType<ApprovalsStore['commit']>>;

export interface WritingOptions {
  /** The data folder. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly generator: { readonly name: string; readonly version: string };
  readonly disk?: FileSystem;
  /** Largest file that is written, in bytes: what is read, when absent. */
  readonly largest?: number;
  /** Keeps copies for a person whose file is damaged; none are kept when absent. */
  readonly copies?: DecisionCopies;
}

/** Writes decisions: the file, its audit lines and its second copy. The caller holds the lock. */
export class DecisionWriter {
  readonly #options: WritingOptions;
  readonly #disk: FileSystem;
  readonly #held: InForce;
  readonly #audit: AuditWriter;
  /** The file was read again: records of other programs may be in force. */
  readonly #reloaded: () => void;
  readonly #copies: DecisionCopies | null;
  #auditProblem: string | null = null;
  #mirrorProblem: string | null = null;
  #flushProblem: string | null = null;

  constructor(options: WritingOptions, held: InForce, audit: AuditWriter, reloaded: () => void) {
    this.#options = options;
    this.#copies = options.copies ?? null;
    this.#disk = options.disk ?? nodeDisk;
    this.#held = held;
    this.#audit = audit;
    this.#reloaded = reloaded;
  }

  /** What the last write could not do beside the decisions themselves. */
  get problems(): Pick<
    Extract<StoreState, { status: 'ready' }>,
    'auditProblem' | 'mirrorProblem' | 'flushProblem'
  > {
    return {
      ...(this.#auditProblem === null ? {} : { auditProblem: this.#auditProblem }),
      ...(this.#mirrorProblem === null ? {} : { mirrorProblem: this.#mirrorProblem }),
      ...(this.#flushProblem === null ? {} : { flushProblem: this.#flushProblem }),
    };
  }

  /** Audit lines alone. What hinders them is told by `problems`. */
  async note(entries: readonly AuditEntry[]): Promise<void> {
    const written = await this.#append(entries);
    this.auditFailed(written.ok ? null : written.error.message);
  }

  /** Why the last note could not be added; null when it was. */
  auditFailed(problem: string | null): void {
    this.#auditProblem = problem;
  }

  /**
   * The steps of one commit, under the lock (a file of the version before is copied first, and
   * where there is no file an empty one is put there: from the first audit line on, a missing file
   * is a lost one). A kill between any two of them leaves a readable file and a chain that goes on:
   * 1. the new content is complete and flushed beside the file: a leftover is removed by the next
   * write;
   * 2. the audit lines are appended and flushed: no decision ever takes effect unrecorded. A
   *    kill before step 3 leaves lines for a decision that was not kept; the leftover of step 1
   *    tells the next write, which says so in the audit;
   * 3. the rename puts the decision in force, and the folder is flushed: a kill in here leaves
   *    the old file or the new one, whole. From here on the file itself says what came of it, and
   *    not what the system reported.
   */
  async commit(changes: readonly RecordChange[]): Promise<CommitResult> {
    const folder = await checkFolder(this.#options.folder);
    if (!folder.ok || this.#held.unreadable !== null || !(await this.#held.isCurrent())) {
      await this.#held.reload();
      this.#reloaded();
    }
    const { approvals, unreadable, path } = this.#held;
    const startsOver = unreadable?.reason === 'missing' && changes.some(isStartingOver);
    if (unreadable !== null && !startsOver)
      return err({ reason: 'unreadable', message: unreadable.message });
    const applied = applyChanges(approvals, changes, this.#held);
    if (!applied.ok) return err({ reason: 'replaced', message: replacedNote, ...applied.error });
    const entries = [...applied.value.audit];
    if (entries.length === 0 && approvals.former === null)
      return ok({ revision: approvals.revision });

    const next = this.#nextTo(applied.value, approvals.revision + 1);
    const chunks = formatApprovals(next);
    // Never one that is not read again: whoever signs large bundles would have every decision gone.
    const { largest = mostBytes } = this.#options;
    if (chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) > largest)
      return err({ reason: 'write-failed', message: `${path}: ${tooLargeNote(largest)}` });
    let staged: StagedFile;
    try {
      entries.unshift(...(await this.#prepare(startsOver, next.lines.size)));
      const { file, leftover } = await this.#stage(chunks);
      staged = file;
      if (leftover) entries.unshift(recovered(removedNote));
    } catch (error) {
      return err({ reason: 'write-failed', message: `${path}: ${messageOf(error)}` });
    }
    if (this.#held.recovering) entries.unshift(recovered('approvals.json can be read again'));
    const audited = await this.#append(entries);
    if (!audited.ok) {
      // Lines that stay speak of a decision that is not kept: the leftover has the next write say
      // so.
      if (!audited.error.areLeft) await staged.discard();
      return err({ reason: 'write-failed', message: audited.error.message });
    }
    this.#held.recovering = false;
    this.#auditProblem = null;
    return this.#putInForce(staged, next, keysOf(changes), chunks, applied.value.lapsed);
  }

  /**
   * Puts these decisions in the place of a file that can't be read and is kept beside it, with the
   * steps of a commit.
   */
  async recover(
    records: Pick<LoadedRecords, 'header' | 'lines' | 'failures'>,
    revision: number,
    detail: string,
  ): Promise<CommitResult> {
    const { path } = this.#held;
    const next = this.#nextTo(records, revision, records.header);
    const chunks = formatApprovals(next);
    let staged: StagedFile;
    let aside: string | null;
    try {
      aside = await this.#keepAside();
      staged = (await this.#stage(chunks)).file;
    } catch (error) {
      return err({ reason: 'write-failed', message: `${path}: ${messageOf(error)}` });
    }
    const kept = aside === null ? '' : `; the file before is ${basename(aside)}`;
    const audited = await this.#append([recovered(`${detail}${kept}`)]);
    if (!audited.ok) {
      if (!audited.error.areLeft) await staged.discard();
      return err({ reason: 'write-failed', message: audited.error.message });
    }
    this.#held.recovering = false;
    this.#auditProblem = null;
    return this.#putInForce(staged, next, [...next.lines.keys()], chunks, []);
  }

  /** Keeps what is in the place of the file. Throws when it can't be kept. */
  async #keepAside(): Promise<string | null> {
    const { path } = this.#held;
    const at = this.#options.now();
    const next = await setNextAside(path, at, this.#disk);
    const file = await readBounded(path, mostBytes, { disk: this.#disk });
    if (file.ok) return copyBeside(path, 'corrupt', file.value.bytes, at, this.#disk);
    if (file.error.reason !== 'missing') throw new Error(file.error.message);
    return next;
  }

  /** What has to stand before the first audit line of a commit. Throws when it can't be written. */
  async #prepare(startsOver: boolean, records: number): Promise<readonly AuditEntry[]> {
    const { approvals, path, stamp } = this.#held;
    const { former } = approvals;
    // Before anything replaces it, and durable: the copy has every record that isn't carried over.
    if (former !== null) {
      const kept = await keepFormer(path, this.#options.now(), this.#disk);
      return [recovered(carriedNote(records, former.left, kept))];
    }
    if (startsOver) {
      const aside = await setNextAside(path, this.#options.now(), this.#disk);
      return [recovered(startedOverNote(aside))];
    }
    if (stamp !== absent) return [];
    const empty = this.#nextTo(noApprovals, 0);
    const chunks = formatApprovals(empty);
    await commitOrDiscard((await this.#stage(chunks)).file);
    if ((await this.#held.settle(empty, [], chunks)) !== 'new') throw new Error(lyingNote);
    return [];
  }

  /** The last step: from here on the file itself says what is decided. */
  async #putInForce(
    staged: StagedFile,
    next: LoadedRecords,
    changed: readonly string[],
    chunks: readonly Uint8Array[],
    lapsed: readonly ApprovalRecord[],
  ): Promise<CommitResult> {
    const replaced = await staged.commit().then(ok, (error: unknown) => err(messageOf(error)));
    const stands = await this.#held.settle(next, changed, chunks);
    const why = replaced.ok ? replaced.value.unflushed : replaced.error;
    if (stands === 'new') {
      this.#flushProblem = why;
      if (why !== null) await this.note([recovered(`${unflushedNote}: ${why}`)]);
      this.#held.keepLapsed(lapsed);
      await this.#mirror(chunks);
      this.#copies?.keep(chunks, {
        ...{ at: this.#options.now(), revision: next.revision, decisions: next.lines.size },
        audit: this.#audit.end,
      });
      return ok({ revision: next.revision });
    }
    const noted = await this.#append([recovered(stands === 'old' ? notKeptNote : unknownNote)]);
    this.auditFailed(noted.ok ? null : noted.error.message);
    // Where the audit could not be corrected, the leftover has the next write say so.
    if (noted.ok) await staged.discard();
    const { unreadable, path } = this.#held;
    return stands === 'old'
      ? err({ reason: 'write-failed', message: `${path}: ${why ?? lyingNote}` })
      : err({ reason: 'unreadable', message: `${unknownNote}: ${unreadable?.message ?? ''}` });
  }

  /** Still under the lock: an older state never replaces a newer one. */
  async #mirror(chunks: readonly Uint8Array[]): Promise<void> {
    const path = await mirrorPath(this.#options.folder);
    const written = path === null ? ok(undefined) : await writeMirror(path, chunks, this.#disk);
    this.#mirrorProblem = written.ok ? null : written.error;
  }

  #nextTo(
    { lines, failures }: Pick<LoadedRecords, 'lines' | 'failures'>,
    revision: number,
    header: LoadedRecords['header'] = this.#held.approvals.header,
  ): LoadedRecords {
    const updatedAt = new Date(this.#options.now()).toISOString();
    const { format, ...others } = header;
    const own = { revision, updatedAt, generator: this.#options.generator };
    // Named first so that the revision stands in the first bytes of the file.
    const stamped = { format, ...own, ...others, ...own };
    return { header: stamped, revision, lines, failures, former: null };
  }

  async #stage(
    chunks: readonly Uint8Array[],
  ): Promise<{ readonly file: StagedFile; readonly leftover: boolean }> {
    // One name for all writers: they take turns, so whatever is found under it was left by a kill.
    const { path } = this.#held;
    const temporary = `${path}.next`;
    try {
      return { file: await stageFile(path, temporary, chunks, this.#disk), leftover: false };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      await this.#disk.unlink(temporary);
      return { file: await stageFile(path, temporary, chunks, this.#disk), leftover: true };
    }
  }

  async #append(entries: readonly AuditEntry[]): Promise<Result<void, AppendFailure>> {
    try {
      await this.#audit.append(entries);
      return ok(undefined);
    } catch (error) {
      const message = `audit.jsonl can’t be written: ${messageOf(error)}`;
      return err({ message, areLeft: error instanceof LinesLeftError });
    }
  }
}

interface AppendFailure {
  readonly message: string;
  /** The lines, or a part of them, could not be taken back. */
  readonly areLeft: boolean;
}

const isStartingOver = (change: RecordChange): boolean =>
  change.kind === 'forget' && change.everything === true;

const tooLargeNote = (largest: number): string =>
  `it would be larger than the limit of ${exactSize(largest)}`;
const replacedNote = 'something else was decided about this skill in the meantime';
const removedNote =
  'an earlier write was interrupted; ' +
  'the decisions recorded just before it might not have been saved';
const notKeptNote = 'the decisions noted just before could not be written and are not in force';
const unknownNote = 'nobody can tell whether the decisions noted just before are in force';
const unflushedNote =
  'the decisions recorded just before are in effect, but a power loss could undo them';
const lyingNote = 'the system reported that it replaced the file, but the old one is still there';
const startedOverNote = (aside: string | null): string =>
  'approvals.json was missing; a person chose to start with no ' +
  `decisions${aside === null ? '' : `; approvals.json.next is kept as ${basename(aside)}`}`;
const carriedNote = (records: number, left: number, kept: string): string =>
  'approvals@1 was migrated: ' +
  `${records} decisions${left === 0 ? '' : `, ${left} that matched no server were skipped`}; ` +
  `the former file is ${basename(kept)}`;
const recovered = (detail: string): AuditEntry => ({
  action: 'store-recovered',
  server: '',
  uri: '',
  setDigest: null,
  detail,
});
