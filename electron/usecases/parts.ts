import type { Dialects } from '../core/dialects/dialects.ts';
import type { Launcher } from '../core/hosts/gateway-entry.ts';
import type { AppEvent } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Result } from '../../shared/result.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Server } from './catalogue/server.ts';
import type { Keeper } from './deciding/keeper.ts';
import type { Undoable } from './deciding/undoable.ts';
import type { Inspections } from './findings/inspections.ts';
import type { Links } from './link/links.ts';
import type { Operations } from './operations.ts';
import type { AnswersStore } from './ports/findings.ts';
import type { ApprovalsStore, PolicySource, SnapshotStore } from './ports/decisions.ts';
import type { AuditLog } from './ports/history.ts';
import type { Clock, Ids, LocalSkills, SettingsStore } from './ports/machine.ts';
import type { ConsentStore, ImportSources, ServersStore } from './ports/servers.ts';
import type { HostFiles, HostLedger } from './ports/hosts.ts';
import type { KeyStore } from './ports/exchange.ts';
import type { ProtocolLog } from './ports/session.ts';
import type { WaitingQueue } from './waiting/queue.ts';
import type { ArchiveCache } from './reading/archive-cache.ts';
import type { KeptBytes } from './reading/kept-bytes.ts';

/** What differs between a window, a command and a test. */
export interface Options {
  /** Reconnect by itself after a break (a window does, a command does not). */
  readonly autoRetry: boolean;
  /**
   * Fingerprints of the commands that a `--config` list held when a person named it on the command
   * line: these may start at once. What is added or changed later asks, as everywhere.
   */
  readonly allowedByList: ReadonlySet<string>;
  readonly sessionConfig: string | null;
}

/** What the use cases are made of. Each takes a `Pick` of the few that it needs. */
export interface Parts {
  readonly dialects: Dialects;
  readonly catalogue: Catalogue;
  readonly links: Links;
  /** Nested and same-named skills; `settled` when they are marked as of now. */
  readonly relations: { settled(): Promise<void> };
  /** Listings under way, so that a second caller shares one. */
  readonly listings: Map<Server, Promise<void>>;
  readonly operations: Operations;
  /** What was decided here and can be taken back. */
  readonly undoable: Undoable;
  readonly kept: KeptBytes;
  /** Text of what was approved, kept behind the decisions. */
  readonly keeper: Keeper;
  readonly archives: ArchiveCache;
  /** What rules say of files that were read. */
  readonly inspections: Inspections;
  readonly settings: { current: Settings };
  readonly publish: (event: AppEvent) => void;
  /** Whether any window hears what is published. */
  readonly observed: () => boolean;
  readonly actor: { readonly kind: 'user'; readonly name: string };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: ProtocolLog;
  readonly servers: ServersStore;
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
  readonly hostFiles: HostFiles;
  readonly hostLedger: HostLedger;
  /** How hosts start this Skillgate; the error says why none can, as it is installed. */
  readonly launcher: Result<Launcher, string>;
  readonly options: Options;
}
