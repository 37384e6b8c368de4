import type { Dialects } from '../core/dialects/dialects.ts';
import type { Launcher } from '../core/hosts/gateway-entry.ts';
import type { AppEvent } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Result } from '../../shared/result.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Server } from './catalogue/server.ts';
import type { Checked } from './conformance/checked.ts';
import type { Keeper } from './deciding/keeper.ts';
import type { Undoable } from './deciding/undoable.ts';
import type { Inspections } from './findings/inspections.ts';
import type { Links } from './link/links.ts';
import type { Operations } from './operations.ts';
import type { Options } from './options.ts';
import type { AnswersStore } from './ports/findings.ts';
import type { ApprovalsStore, PolicySource, SnapshotStore } from './ports/decisions.ts';
import type { AuditLog } from './ports/history.ts';
import type { Clock, Ids, LocalSkills, SettingsStore } from './ports/machine.ts';
import type { SecretKeeping } from './ports/secrets.ts';
import type { ConsentStore, ImportSources, ServersStore } from './ports/servers.ts';
import type { StartPlaces } from './ports/start-places.ts';
import type { HostFiles, HostLedger } from './ports/hosts.ts';
import type { CredentialStore } from './ports/credentials.ts';
import type { KeyStore } from './ports/exchange.ts';
import type { SignInProtocol } from './ports/sign-in.ts';
import type { ProtocolLog } from './ports/session.ts';
import type { WaitingQueue } from './waiting/queue.ts';
import type { ArchiveCache } from './reading/archive-cache.ts';
import type { SignIns } from './signing-in/desk.ts';
import type { KeptBytes } from './reading/kept-bytes.ts';
import type { Rejected } from './reading/rejected.ts';

export type { Options } from './options.ts';

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
  /** What failed a check, for a person who wants to see it. */
  readonly rejected: Rejected;
  /** Text of what was approved, kept behind the decisions. */
  readonly keeper: Keeper;
  readonly archives: ArchiveCache;
  /** What rules say of files that were read. */
  readonly inspections: Inspections;
  /** The newest check of each server against the specification. */
  readonly checked: WeakMap<Server, Checked>;
  /** What servers say by themselves, for as long as the process runs. */
  readonly heard: { listen(listener: (server: Server, method: string) => void): void };
  readonly settings: { current: Settings };
  readonly publish: (event: AppEvent) => void;
  /** Whether any window hears what is published. */
  readonly observed: () => boolean;
  readonly actor: { readonly kind: 'user'; readonly name: string };
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: ProtocolLog;
  readonly servers: ServersStore;
  /** What commands mean on this machine. */
  readonly startPlaces: Pick<StartPlaces, 'programOf' | 'relativeIn'>;
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
  /** How hosts start this Skillgate; the error says why none can, as it is installed. */
  readonly launcher: Result<Launcher, string>;
  readonly options: Options;
}
