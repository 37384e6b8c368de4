import type { ConfiguredServer, ServerConfig } from '../core/server-config.ts';
import type { Newest } from '../core/exchange/age.ts';
import type { SigningKey, TrustedKey } from '../core/exchange/keys.ts';
import type { FileToInspect, Inspection } from '../core/findings/inspect.ts';
import type { PolicyInForce } from '../core/policy/policy.ts';
import type {
  ApprovalRecord,
  AuditLine,
  Failure,
  Identity,
  StoreState,
} from '../../shared/model/approval.ts';
import type { Answer } from '../../shared/model/findings.ts';
import type { ChainState } from '../../shared/model/history.ts';
import type { AuditAction, AuditVia, HostId } from '../../shared/model/plain.ts';
import type { LogLine } from '../../shared/model/log.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { WaitingFile, WaitingSkill } from '../../shared/model/waiting.ts';
import type { Result } from '../../shared/result.ts';

/** What the use cases need from outside. Implemented in `electron/mcp` and `electron/storage`. */

// ---- servers ---------------------------------------------------------------------------

export type { ConfiguredServer, ServerConfig };

export interface ServersStore {
  list(): Promise<readonly ConfiguredServer[]>;
  /** `label` must be free. Unknown keys of the file survive every write. */
  add(label: string, config: ServerConfig): Promise<Result<void, 'label-taken' | 'unwritable'>>;
  update(
    label: string,
    newLabel: string,
    config: ServerConfig,
  ): Promise<Result<void, 'not-found' | 'label-taken' | 'unwritable'>>;
  remove(label: string): Promise<Result<void, 'not-found' | 'unwritable'>>;
  setEnabled(label: string, enabled: boolean): Promise<Result<void, 'not-found' | 'unwritable'>>;
  /** Somebody else changed the list (a session list never changes). */
  onChange(listener: () => void): () => void;
  /** Path of the file, for messages. */
  readonly path: string;
}

/** Which exact commands a person has allowed to start. */
export interface ConsentStore {
  /** 'changed' = this label was allowed with another fingerprint. */
  state(label: string, fingerprint: string): Promise<'allowed' | 'new' | 'changed'>;
  allow(label: string, fingerprint: string): Promise<Result<void, 'unwritable'>>;
  /** Asks again for whatever comes under this label. */
  forget(label: string): Promise<Result<void, 'unwritable'>>;
}

// ---- connections -----------------------------------------------------------------------

export type CallFailure =
  /** The server answered with a JSON-RPC error. */
  | { readonly reason: 'error-response'; readonly code: number; readonly message: string }
  | { readonly reason: 'timeout'; readonly message: string }
  /** This one answer was over `limits.responseBytes` and the connection survived (HTTP). */
  | { readonly reason: 'too-large'; readonly message: string }
  /** The connection broke while the call was under way; nobody knows yet whose fault it was. */
  | { readonly reason: 'closed'; readonly message: string }
  | { readonly reason: 'cancelled'; readonly message: string }
  | { readonly reason: 'bad-response'; readonly message: string };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A server's answer as it came: a result or an error, each as unparsed as the other. */
export type RawAnswer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

/** A request (`id` is the server's own) or a notification that a server sends by itself. */
export interface FromServer {
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The connection as a gateway uses it: a host's messages go through, and nothing is parsed but
 * what correlates them. Everything that arrives is untrusted.
 */
export interface Relay {
  /** `_meta` of the parameters is the host's; what the revision wants there is put over it. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Result<RawAnswer, CallFailure>>;
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
  /** Answers a request of the server's. */
  answer(id: string | number, answer: RawAnswer): void;
  /** At most one listener. Without one, requests of the server's are refused. */
  onMessage(listener: (message: FromServer) => void): void;
}

/** One live connection to a server, any transport, either protocol era. */
export interface Session {
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly instructions: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Sends one request. The result is whatever JSON the server sent: untrusted and unparsed. */
  call(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result<unknown, CallFailure>>;
  /** At most one listener each. */
  onNotification(listener: (method: string, params: unknown) => void): void;
  onClosed(listener: (failure: ConnectionFailure) => void): void;
  /** Ends the connection; a child process and its children are gone when this resolves. */
  close(): Promise<void>;
  /** Null where there is no protocol to relay: a site that is no MCP server. */
  readonly relay: Relay | null;
  /** What the server said first (`initialize`, `server/discover`), unparsed. */
  readonly hello: Readonly<Record<string, unknown>>;
}

export interface Connector {
  /** Connects and negotiates. Gives up after `limits.connectMs` or when `signal` aborts. */
  connect(
    label: string,
    config: ServerConfig,
    signal: AbortSignal,
  ): Promise<Result<Session, ConnectionFailure>>;
  /** Last lines that the server's current or last process wrote to stderr, masked. */
  stderr(label: string): readonly string[];
}

export interface ProtocolLog {
  lines(server: string | null): readonly LogLine[];
  /** Indented JSON of one message with secrets masked, or null when it has left the log. */
  body(id: number): string | null;
  onAppend(listener: (lines: readonly LogLine[]) => void): () => void;
  note(server: string, text: string): void;
}

// ---- decisions -------------------------------------------------------------------------

export interface AuditEntry {
  readonly action: AuditAction;
  readonly server: string;
  readonly uri: string;
  readonly setDigest: string | null;
  readonly detail: string;
  /** What did it, where it was neither a window nor a command that decides. */
  readonly via?: AuditVia;
}

/**
 * One change to what the file holds about a skill. A batch is written in one go, or not at all.
 * - `put`: the record names with `supersedes` the one that it replaces (null: none).
 * - `remove`: `replaces` is the id of the record that is taken back.
 * Where another record stands by now (or one where none was expected, or none where one was),
 * the whole batch is refused with `replaced`: two decisions about one skill are never merged.
 * - `lapse`: something else than was approved was seen: another set (null: one that cannot be
 *   bound), or other words about the same one. Does nothing where the approval that was looked at
 *   (`record`, its id; null: any of another set) does not stand, or has lapsed already.
 * - `fail`: a file was not what the server had promised. One per file; the same again does nothing.
 *   Where they are too many, one stands for the rest of the skill (`file` is `everything`) or of
 *   the server (`uri` is).
 * - `clear`: a fresh entry has come and a read matched, or a person forgets the server. Does nothing
 *   where nothing was kept.
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

export type CommitFailure =
  | {
      readonly reason: 'unreadable' | 'write-failed' | 'locked';
      readonly message: string;
    }
  | {
      readonly reason: 'replaced';
      readonly message: string;
      /** What stands there now; null when it was taken back. */
      readonly record: ApprovalRecord | null;
      /** Which change of the batch it was. */
      readonly index: number;
    };
type Committed = Promise<Result<{ readonly revision: number }, CommitFailure>>;

export interface ApprovalsStore {
  readonly state: StoreState;
  /** The live record of this exact identity and URI. Synchronous: the index is in memory. */
  find(identity: Identity, uri: string): ApprovalRecord | null;
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
  /** Somebody else (another window, the CLI, a host) changed the file. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** One skill that one host met once and did not get. `at` is ISO 8601. */
export type Met = Omit<WaitingSkill, 'firstAt' | 'lastAt' | 'count'> & { readonly at: string };

/** What hosts met at gateways and did not get, for the person to decide on. */
export interface WaitingStore {
  /** The error is one line for people; a missing file is an empty one. */
  read(): Promise<Result<WaitingFile, string>>;
  /** False when it could not be written: nothing else depends on it. */
  add(met: readonly Met[]): Promise<boolean>;
  /** Takes out what was decided, or what a person does not want to see. */
  remove(gone: (one: WaitingSkill) => boolean): Promise<boolean>;
  /** This or another process changed the file. */
  onChange(listener: () => void): () => void;
}

/** Approved bytes kept for later diffs: content-addressed, re-hashed on every access. */
export interface SnapshotStore {
  put(
    identity: Identity,
    uri: string,
    fileUri: string,
    digest: string,
    bytes: Uint8Array,
  ): Promise<void>;
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

export interface AuditFilter {
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
    filter: AuditFilter,
    before: number | null,
    limit: number,
  ): Promise<{ readonly lines: readonly AuditLine[]; readonly more: boolean }>;
  /**
   * The matching lines as they stand in the file, oldest first; cut at a bound, `complete` says
   * whether.
   */
  text(filter: AuditFilter): Promise<{ readonly text: string; readonly complete: boolean }>;
  chain(): Promise<ChainState>;
}

/** This machine's own signing key, and the keys of others that a person trusts. */
export interface KeyStore {
  /** Made and kept on first use. The error is one line for people. */
  own(): Promise<Result<SigningKey, string>>;
  trusted(): Promise<Result<readonly TrustedKey[], string>>;
  trust(key: Pick<TrustedKey, 'fingerprint' | 'name'>): Promise<Result<void, string>>;
  /** A bundle of this key was taken over; kept where none newer was. */
  took(fingerprint: string, bundle: Newest): Promise<Result<void, 'not-found' | 'unwritable'>>;
  distrust(fingerprint: string): Promise<Result<void, 'not-found' | 'unwritable'>>;
}

/** What a person said of findings; of who can read the approvals nobody needs it. */
export interface AnswersStore {
  /** In memory: asked with every change of a skill. The same list until it changes. */
  find(identity: Identity, uri: string): readonly Answer[];
  put(identity: Identity, uri: string, answer: Answer): Promise<Result<void, 'unwritable'>>;
  remove(identity: Identity, uri: string, id: string): Promise<Result<void, 'unwritable'>>;
}

/** Looks at files with the rules, elsewhere than in the thread that asks. Never fails. */
export interface Inspector {
  inspect(file: FileToInspect): Promise<Inspection>;
  close(): Promise<void>;
}

// ---- the rest --------------------------------------------------------------------------

export interface SettingsStore {
  load(): Promise<Settings>;
  save(settings: Settings): Promise<Result<void, 'unwritable'>>;
}

/** Names of skills in the person's own skill folders: names only, nothing else is read. */
export interface LocalSkills {
  list(): Promise<readonly { readonly name: string; readonly folder: string }[]>;
}

/** Servers found in other programs' configuration files. Reads only; starts nothing. */
export interface ImportSources {
  find(): Promise<
    readonly { readonly source: string; readonly path: string; readonly text: string }[]
  >;
}

/** A host's file as it was read; `real` is where a link leads. */
export interface HostFile {
  readonly path: string;
  readonly real: string;
  readonly bytes: Uint8Array;
}

/** Files of MCP hosts, which are other programs' and a person's own. */
export interface HostFiles {
  readonly files: readonly { readonly id: HostId; readonly path: string }[];
  read(
    path: string,
  ): Promise<
    Result<HostFile, { readonly reason: 'missing' | 'unreadable'; readonly message: string }>
  >;
  /** Replaces it as a whole, with its mode; not where other bytes than `file.bytes` stand by now. */
  replace(
    file: HostFile,
    bytes: Uint8Array,
  ): Promise<Result<void, { readonly reason: 'changed' | 'unwritable'; readonly message: string }>>;
  /** Keeps a copy in the data folder, the last few of each host. Gives where. */
  keep(id: HostId, bytes: Uint8Array, at: string): Promise<Result<string, string>>;
  canStart(command: string): Promise<boolean>;
  isThere(path: string): Promise<boolean>;
}

/** An entry of a host's file that was put through the gateway. */
export interface LedgerLine {
  readonly host: HostId;
  readonly file: string;
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  /** Skillgate's label of the server behind it. */
  readonly server: string;
  /** As it was written, with whatever secrets it has. */
  readonly before: string;
  readonly after: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What stood there before, kept before anything is changed. The error is one line for people. */
export interface HostLedger {
  list(): Promise<Result<readonly LedgerLine[], string>>;
  /** In place of lines about the same entries. */
  put(lines: readonly LedgerLine[]): Promise<Result<void, string>>;
  drop(lines: readonly Pick<LedgerLine, 'host' | 'file' | 'path'>[]): Promise<Result<void, string>>;
}

export interface Clock {
  now(): number;
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

export interface Ids {
  /** Unique and sortable by time. */
  next(): string;
}
