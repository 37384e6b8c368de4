import type { CheckFlips, ConformanceReport } from '../../shared/model/report.ts';
import type { DialectRegistry } from '../core/dialects/dialects.ts';
import type { HostLauncher } from '../core/hosts/gateway-entry.ts';
import type { AppEvent } from '../../shared/contract.ts';
import type { AppSettings } from '../../shared/model/settings.ts';
import type { Result } from '../../shared/result.ts';
import type { SkillCatalogue } from './catalogue/catalogue.ts';
import type { CatalogueServer } from './catalogue/server.ts';
import type { SnapshotKeeper } from './deciding/snapshot-copies.ts';
import type { UndoHistory } from './deciding/undo-history.ts';
import type { FindingsStore } from './findings/inspections.ts';
import type { ServerLinks } from './link/index.ts';
import type { OperationRunner } from './operations.ts';
import type { EngineOptions } from './options.ts';
import type { AnswersStore, ReviewMemory } from './ports/findings.ts';
import type {
  ApprovalsStore,
  PolicySource,
  SnapshotStore,
  AuditLog,
  KeyStore,
} from './ports/decisions.ts';
import type { SystemClock, IdSource, LocalSkills, SettingsStore } from './ports/machine.ts';
import type { SecretKeeping, CredentialStore, SignInProtocol } from './ports/credentials.ts';
import type {
  ConsentStore,
  FolderList,
  ImportSources,
  ServersStore,
  StartPlaces,
  TrialRunner,
} from './ports/servers.ts';
import type { HostFiles, HostLedger, RuleStore } from './ports/hosts.ts';
import type { RuleKeeper } from './hosts/rule-keeper.ts';
import type { ProtocolLog } from './ports/session.ts';
import type { WaitingQueue } from './waiting/queue.ts';
import type { ArchiveCache, KeptBytes } from './reading/archive-cache.ts';
import type { SignIns } from './signing-in/sign-in-sessions.ts';
import type { RejectedFiles } from './reading/rejected-files.ts';

/** The newest whole check of a server, until its configuration changes. */
export interface CheckedServer {
  readonly report: ConformanceReport;
  /** Against the whole check before; null where there was none. */
  readonly flips: CheckFlips | null;
  /** ms since the epoch. */
  readonly at: number;
  /** Where in the log each request of it stands, by its number in the report. */
  readonly rows: ReadonlyMap<number, number>;
}

/**
 * What the use cases are made of, made once per window process or command. A function takes the
 * smallest of these five that has what it needs, so that its type says what it may touch.
 */

/** Servers are asked for skills, and what's known of these is held. Nothing is kept or decided. */
export interface SkillContext {
  readonly dialects: DialectRegistry;
  readonly catalogue: SkillCatalogue;
  readonly links: ServerLinks;
  /** Nested and same-named skills; `settled` when they are marked as of now. */
  readonly relations: { settled(): Promise<void> };
  /** Listings under way, so that a second caller shares one. */
  readonly listings: Map<CatalogueServer, Promise<void>>;
  /** What rules say of files that were read. */
  readonly inspections: FindingsStore;
  /** The newest check of each server against the specification. */
  readonly checked: WeakMap<CatalogueServer, CheckedServer>;
  /** What servers say by themselves, for as long as the process runs. */
  readonly heard: { listen(listener: (server: CatalogueServer, method: string) => void): void };
  readonly log: ProtocolLog;
  readonly policy: PolicySource;
  readonly operations: OperationRunner;
  readonly publish: (event: AppEvent) => void;
  /** Whether any window hears what is published. */
  readonly observed: () => boolean;
  readonly clock: SystemClock;
  readonly ids: IdSource;
  readonly options: EngineOptions;
}

/** Files are read, checked and kept. Decisions are seen, so that their text is kept, not made. */
export interface ReadContext extends SkillContext {
  readonly approvals: Pick<ApprovalsStore, 'find' | 'strayRecords'>;
  readonly kept: KeptBytes;
  /** What failed a check, for a person who wants to see it. */
  readonly rejected: RejectedFiles;
  readonly archives: ArchiveCache;
  readonly snapshots: SnapshotStore;
}

/** A person decides about skills and findings, and apps' own settings follow. */
export interface DecisionContext extends ReadContext {
  readonly actor: { readonly kind: 'user'; readonly name: string };
  readonly approvals: ApprovalsStore;
  readonly answers: AnswersStore;
  readonly audit: AuditLog;
  readonly keys: KeyStore;
  /** What earlier sessions learned; null where that is of no use. */
  readonly memory: ReviewMemory | null;
  /** Text of what was approved, kept behind the decisions. */
  readonly keeper: SnapshotKeeper;
  /** What was decided here and can be taken back. */
  readonly undoable: UndoHistory;
  readonly hostFiles: HostFiles;
  readonly hostRules: RuleKeeper;
  /**
   * Hosts' own settings; null where the decisions are those of folders, or of a session's servers.
   */
  readonly ruleStore: RuleStore;
  /** Decisions about local folders, kept by name; null where there are none beside servers. */
  readonly folderRules: Pick<DecisionContext, 'approvals' | 'ruleStore'> | null;
}

/** Servers are configured, here and in apps: what may start, who signs in where. */
export interface ServerContext extends ReadContext {
  readonly servers: ServersStore;
  /** Local folders to look at; null where there's no window. */
  readonly folders: FolderList | null;
  readonly imports: ImportSources;
  /** What commands mean on this machine. */
  readonly startPlaces: Pick<StartPlaces, 'programOf' | 'relativeIn' | 'loginShell'>;
  readonly consents: ConsentStore;
  readonly secrets: SecretKeeping;
  /** What is kept of signing in, and the protocol of it. */
  readonly credentials: CredentialStore;
  readonly signIn: SignInProtocol;
  readonly hostFiles: HostFiles;
  readonly hostLedger: HostLedger;
  /**
   * How hosts start this Skillgate; the error says why this installation can't be started by one.
   */
  readonly launcher: Result<HostLauncher, string>;
  /** Starts or contacts a server as an app would. */
  readonly trial: TrialRunner;
}

/** All of it: what a window's requests and commands are given. */
export interface AppContext extends DecisionContext, ServerContext {
  readonly approvals: ApprovalsStore;
  readonly settings: { current: AppSettings };
  readonly settingsStore: SettingsStore;
  readonly localSkills: LocalSkills;
  readonly waitingQueue: WaitingQueue;
  /** Sign-ins under way. */
  readonly signIns: SignIns;
}
