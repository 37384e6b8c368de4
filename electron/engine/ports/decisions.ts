import type { PolicyInForce } from '../../core/policy/policy.ts';
import type {
  ApprovalRecord,
  DecisionCopy,
  Failure,
  Identity,
  RestoredDecisions,
  StoreState,
  AuditLine,
} from '../../../shared/model/approval.ts';
import type { AuditAction, AuditVia } from '../../../shared/model/plain.ts';
import type { Result } from '../../../shared/result.ts';
import type { ChainState } from '../../../shared/model/history.ts';
import type { NewestBundle, SigningKey, TrustedKey } from '../../core/exchange/keys.ts';
import type { WaitingFile, WaitingSkill } from '../../../shared/model/waiting.ts';

/** Decisions and what they are kept with. Implemented in `electron/storage`. */

export interface AuditEntry {
  readonly action: AuditAction;
  readonly server: string;
  readonly uri: string;
  readonly setDigest: string | null;
  readonly detail: string;
  /** What did it, where it was neither a window nor a command that decides. */
  readonly via?: AuditVia;
  /** Names what a person decided at once, so that a reader can fold it. */
  readonly batch?: string;
}

/**
 * One change to what the file holds about a skill. A batch is written in one go, or not at all.
 * - `put`: the record names with `supersedes` the one that it replaces (null: none).
 * - `remove`: `replaces` is the id of the record that is taken back.
 * Where another record stands by now (or one where none was expected, or none where one was),
 * the whole batch is refused with `replaced`: two decisions about one skill are never merged.
 * - `restore`: a decision is undone: the record before it is in force again as it was, under its
 *   own id. `replaces` is the id of the record that the undone decision left (null: none, and then
 *   `count` must still be what the store counts of the skill).
 * - `lapse`: something else than was approved was seen: another set (null: one that cannot be
 *   bound), or other words about the same one. Does nothing where the approval that was looked at
 *   (`record`, its id; null: any of another set) does not stand, or has lapsed already.
 * - `fail`: a file was not what the server had promised. One per file; the same again does nothing.
 *   Where they are too many, one stands for the rest of the skill (`file` is `everything`) or of
 *   the server (`uri` is).
 * - `forget`: a person forgets a server, or everything. What is taken back by it comes as changes
 *   of its own; where nothing stood, it is written all the same, so that no process undoes what was
 *   decided before.
 * - `clear`: a fresh entry has come and a read matched, or a person forgets the server. Does
 *   nothing where nothing was kept.
 */
export type RecordChange =
  | { readonly kind: 'put'; readonly record: ApprovalRecord; readonly audit: AuditEntry }
  | {
      readonly kind: 'remove';
      readonly identity: Identity;
      readonly uri: string;
      readonly replaces: string;
      readonly audit: AuditEntry;
    }
  | {
      readonly kind: 'restore';
      readonly record: ApprovalRecord;
      readonly replaces: string | null;
      readonly count: number;
      readonly audit: AuditEntry;
    }
  | {
      readonly kind: 'forget';
      /** Of every server: also the way to go on with no decisions where the file is missing. */
      readonly everything?: boolean;
      readonly audit: AuditEntry;
    }
  | {
      readonly kind: 'lapse';
      readonly identity: Identity;
      readonly uri: string;
      readonly seen: string | null;
      readonly record: string | null;
      /** ISO 8601. */
      readonly at: string;
      readonly audit: AuditEntry;
    }
  | { readonly kind: 'fail'; readonly failure: Failure; readonly audit: AuditEntry }
  | {
      readonly kind: 'clear';
      readonly identity: Identity;
      readonly uri: string;
      /** Null for every file of the skill. */
      readonly file: string | null;
      readonly audit: AuditEntry;
    };

/** The file that decisions about this one are kept in. */
export const approvalsOf = <T extends Pick<ApprovalsStore, 'state' | 'folders'>>(
  approvals: T,
  identity: Identity | null,
): T | FolderApprovals => {
  const { folders } = approvals;
  return identity !== null && folders?.has(identity) === true ? folders : approvals;
};

export type CommitFailure =
  | {
      readonly reason: 'unreadable' | 'write-failed' | 'locked';
      readonly message: string;
    }
  | {
      readonly reason: 'replaced';
      readonly message: string;
      /** The record there now; null when it was revoked. */
      readonly record: ApprovalRecord | null;
      /** Which change of the batch it was. */
      readonly index: number;
    };

export interface RecoverFailure {
  readonly reason: 'readable' | 'no-copy' | 'unreadable' | 'write-failed' | 'locked';
  readonly message: string;
}

type Committed = Promise<Result<{ readonly revision: number }, CommitFailure>>;

/** Decisions about local folders: in a file of their own, which no app reads. */
interface FolderApprovals {
  readonly state: StoreState;
  /** Whether decisions about this one are kept there. */
  has(identity: Identity): boolean;
  all(): readonly ApprovalRecord[];
}

export interface ApprovalsStore {
  readonly state: StoreState;
  /** Where local folders are among the servers. `state` and `all` say nothing of theirs. */
  readonly folders?: FolderApprovals;
  /** The live record of this exact identity and URI. Synchronous: the index is in memory. */
  find(identity: Identity, uri: string): ApprovalRecord | null;
  /**
   * Rises by one with each write of this process after which another record of the skill stands, or
   * none, and each time that somebody else is found to have written the file. Of a skill without a
   * record it tells whether there may have been one meanwhile.
   */
  count(identity: Identity, uri: string): number;
  /**
   * Failed verifications of this skill, and of its whole server, that nothing has cleared. Which
   * of them count depends on what is listed (`shared/host/failures.ts`).
   */
  failures(identity: Identity, uri: string): readonly Failure[];
  /** Every one that is kept, also of skills that nobody decided about. */
  allFailures(): readonly Failure[];
  /** How many records carry this label but another identity: they do not apply. Indexed, cheap. */
  strayRecords(label: string, identity: Identity): number;
  /** Every live record, in file order. */
  all(): readonly ApprovalRecord[];
  /** Those of `all` with an end of their own. */
  ending(): Iterable<ApprovalRecord>;
  /**
   * Durable when it resolves: audit appended and fsynced, file replaced atomically. All or
   * nothing. A batch that changes nothing writes nothing.
   */
  commit(changes: readonly RecordChange[]): Committed;
  /** `commit` of one `lapse`, with its audit line. `at` is ISO 8601. */
  lapse(identity: Identity, uri: string, seenSetDigest: string | null, at: string): Committed;
  /** `commit` of one `fail`, with its audit line. */
  noteFailure(failure: Failure): Committed;
  /** `commit` of one `clear`, with its audit line; every file of the skill without `file`. */
  clearFailure(identity: Identity, uri: string, file?: string): Committed;
  /**
   * Audit alone (`changed-seen`, `expired`). Failing never blocks a person; it is reported by
   * `state`.
   */
  note(entries: readonly AuditEntry[]): Promise<void>;
  /** Copies made after earlier changes, newest first. */
  copies(): Promise<readonly DecisionCopy[]>;
  /**
   * Puts the decisions of a copy (null: none) in the place of a file that can't be read, which is
   * kept beside it. Brings no approval back that ended since. `readable`: there is nothing to do.
   */
  recover(copy: string | null): Promise<Result<RestoredDecisions, RecoverFailure>>;
  /** Somebody else (another window, the CLI, a host) changed the file. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Approved bytes kept for later diffs: content-addressed, re-hashed on every access. */
export interface SnapshotStore {
  /** False where it could not be kept. Not durable: a cut of power costs a later diff its text. */
  put(
    identity: Identity,
    uri: string,
    fileUri: string,
    digest: string,
    bytes: Uint8Array,
  ): Promise<boolean>;
  /** Null when never kept, or when the bytes on disk no longer have this digest. */
  get(identity: Identity, uri: string, fileUri: string, digest: string): Promise<Uint8Array | null>;
  has(identity: Identity, uri: string, fileUri: string, digest: string): Promise<boolean>;
  forgetServer(identity: Identity): Promise<void>;
  forgetAll(): Promise<void>;
}

/** The managed policy of this machine: read only, never written by Skillgate. */
export interface PolicySource {
  readonly current: PolicyInForce;
  /** The file was put there, changed or taken away. */
  onChange(listener: () => void): () => void;
}

export interface AuditQuery {
  readonly server: string | null;
  /** Exactly this skill. */
  readonly uri?: string;
  /** Looked for in every field, in any case of letters. */
  readonly text: string;
  readonly action: AuditAction | null;
}

/** Reads `audit.jsonl`; what is no audit line is left out, and `chain` says so. */
export interface AuditLog {
  /** Newest first; `before` is a `seq`. Reads backwards and stops at `limit` lines. */
  page(
    filter: AuditQuery,
    before: number | null,
    limit: number,
  ): Promise<{ readonly lines: readonly AuditLine[]; readonly more: boolean }>;
  /**
   * The matching lines as they stand in the file, oldest first; cut at a bound, `complete` says
   * whether.
   */
  text(filter: AuditQuery): Promise<{ readonly text: string; readonly complete: boolean }>;
  /** Whether the log holds; `server`: the one with its lines, where there are several. */
  chain(server?: string | null): Promise<ChainState>;
}

/** This machine's own signing key, and the keys of others that a person trusts. */
export interface KeyStore {
  /** Made and kept on first use. The error is one line for people. */
  own(): Promise<Result<SigningKey, string>>;
  trusted(): Promise<Result<readonly TrustedKey[], string>>;
  trust(key: Pick<TrustedKey, 'fingerprint' | 'name'>): Promise<Result<void, string>>;
  /** A bundle of this key was taken over; kept where none newer was. */
  took(
    fingerprint: string,
    bundle: NewestBundle,
  ): Promise<Result<void, 'not-found' | 'unwritable'>>;
  distrust(fingerprint: string): Promise<Result<void, 'not-found' | 'unwritable'>>;
}

/** One skill that one host met once and did not get. `at` is ISO 8601. */
export type HostRequest = Omit<WaitingSkill, 'firstAt' | 'lastAt' | 'count'> & {
  readonly at: string;
};

/** What hosts met at gateways and did not get, for the person to decide on. */
export interface WaitingStore {
  /** The error is one line for people; a missing file is an empty one. */
  read(): Promise<Result<WaitingFile, string>>;
  /** False when it could not be written: nothing else depends on it. */
  add(met: readonly HostRequest[]): Promise<boolean>;
  /** Takes out what was decided, or what a person does not want to see. */
  remove(gone: (one: WaitingSkill) => boolean): Promise<boolean>;
  /** This or another process changed the file. */
  onChange(listener: () => void): () => void;
}
