import type { DialectRegistry } from '../core/dialects/dialects.ts';
import type { HostLauncher } from '../core/hosts/gateway-entry.ts';
import type { AppEvent } from '../../shared/contract.ts';
import type { AppSettings } from '../../shared/model/settings.ts';
import type { Result } from '../../shared/result.ts';
import type { SkillCatalogue } from './catalogue/catalogue.ts';
import type { CatalogueServer } from './catalogue/server.ts';
import type { CheckedServer } from './conformance/checked-server.ts';
import type { SnapshotKeeper } from './deciding/snapshot-copies.ts';
import type { UndoHistory } from './deciding/undo-history.ts';
import type { FindingsStore } from './findings/inspections.ts';
import type { ServerLinks } from './link/index.ts';
import type { OperationRunner } from './operations.ts';
import type { EngineOptions } from './options.ts';
import type { AnswersStore, ReviewMemory } from './ports/findings.ts';
import type { ApprovalsStore, PolicySource, SnapshotStore } from './ports/decisions.ts';
import type { AuditLog } from './ports/history.ts';
import type { SystemClock, IdSource, LocalSkills, SettingsStore } from './ports/machine.ts';
import type { SecretKeeping } from './ports/secrets.ts';
import type { ConsentStore, FolderList, ImportSources, ServersStore } from './ports/servers.ts';
import type { StartPlaces } from './ports/start-places.ts';
import type { HostFiles, HostLedger, RuleStore } from './ports/hosts.ts';
import type { RuleKeeper } from './hosts/rule-keeper.ts';
import type { TrialRunner } from './ports/trials.ts';
import type { CredentialStore, SignInProtocol } from './ports/credentials.ts';
import type { KeyStore } from './ports/exchange.ts';
import type { ProtocolLog } from './ports/session.ts';
import type { WaitingQueue } from './waiting/queue.ts';
import type { ArchiveCache } from './reading/archive-cache.ts';
import type { SignIns } from './signing-in/sign-in-sessions.ts';
import type { KeptBytes } from './reading/byte-cache.ts';
import type { RejectedFiles } from './reading/rejected-files.ts';

export type { EngineOptions } from './options.ts';

/** What the use cases are made of. Each takes a `Pick` of the few that it needs. */
export interface EngineParts {
  readonly dialects: DialectRegistry;
  readonly catalogue: SkillCatalogue;
  readonly links: ServerLinks;
  /** Nested and same-named skills; `settled` when they are marked as of now. */
  readonly relations: { settled(): Promise<void> };
  /** Listings under way, so that a second caller shares one. */
  readonly listings: Map<CatalogueServer, Promise<void>>;
  readonly operations: OperationRunner;
  /** What was decided here and can be taken back. */
  readonly undoable: UndoHistory;
  readonly kept: KeptBytes;
  /** What failed a check, for a person who wants to see it. */
  readonly rejected: RejectedFiles;
  /** Text of what was approved, kept behind the decisions. */
  readonly keeper: SnapshotKeeper;
  readonly archives: ArchiveCache;
  /** What rules say of files that were read. */
  readonly inspections: FindingsStore;
  /** What earlier sessions learned; null where that is of no use. */
  readonly memory: ReviewMemory | null;
  /** The newest check of each server against the specification. */
  readonly checked: WeakMap<CatalogueServer, CheckedServer>;
  /** What servers say by themselves, for as long as the process runs. */
  readonly heard: { listen(listener: (server: CatalogueServer, method: string) => void): void };
  readonly settings: { current: AppSettings };
  readonly publish: (event: AppEvent) => void;
  /** Whether any window hears what is published. */
  readonly observed: () => boolean;
  readonly actor: { readonly kind: 'user'; readonly name: string };
  readonly clock: SystemClock;
  readonly ids: IdSource;
  readonly log: ProtocolLog;
  readonly servers: ServersStore;
  /** Local folders to look at; null where there's no window. */
  readonly folders: FolderList | null;
  /** What commands mean on this machine. */
  readonly startPlaces: Pick<StartPlaces, 'programOf' | 'relativeIn' | 'loginShell'>;
  readonly secrets: SecretKeeping;
  readonly consents: ConsentStore;
  readonly approvals: ApprovalsStore;
  readonly answers: AnswersStore;
  readonly audit: AuditLog;
  readonly policy: PolicySource;
  readonly keys: KeyStore;
  readonly snapshots: SnapshotStore;
  readonly settingsStore: SettingsStore;
  readonly localSkills: LocalSkills;
  readonly imports: ImportSources;
  readonly waitingQueue: WaitingQueue;
  /** What is kept of signing in, the protocol of it, and those under way. */
  readonly credentials: CredentialStore;
  readonly signIn: SignInProtocol;
  readonly signIns: SignIns;
  readonly hostFiles: HostFiles;
  readonly hostLedger: HostLedger;
  /**
   * Hosts' own settings; null where the decisions are those of folders, or of a session's servers.
   */
  readonly ruleStore: RuleStore;
  /** Decisions about local folders, kept by name; null where there are none beside servers. */
  readonly folderRules: Pick<EngineParts, 'approvals' | 'ruleStore'> | null;
  readonly hostRules: RuleKeeper;
  /**
   * How hosts start this Skillgate; the error says why this installation can't be started by one.
   */
  readonly launcher: Result<HostLauncher, string>;
  /** Starts or contacts a server as an app would. */
  readonly trial: TrialRunner;
  readonly options: EngineOptions;
}
