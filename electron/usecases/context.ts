import type { AppEvent } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { ArchiveCache } from './reading/archive-cache.ts';
import type { KeptBytes } from './reading/kept-bytes.ts';
import type { Operations } from './operations.ts';
import type {
  ApprovalsStore,
  AuditLog,
  Clock,
  Connector,
  ConsentStore,
  Ids,
  ImportSources,
  KeyStore,
  LocalSkills,
  PolicySource,
  ProtocolLog,
  ServersStore,
  SettingsStore,
  SnapshotStore,
} from './ports.ts';
import type { Server, World } from './catalogue/world.ts';

/** What differs between a window, a command and a test. */
export interface ContextOptions {
  /** Reconnect by itself after a break (a window does, a command does not). */
  readonly autoRetry: boolean;
  /**
   * Fingerprints of the commands that a `--config` list held when a person named it on the command
   * line: these may start at once. What is added or changed later asks, as everywhere.
   */
  readonly allowedByList: ReadonlySet<string>;
  readonly sessionConfig: string | null;
}

/** Everything a use case may touch: the held state, the ports, and the way out to the windows. */
export interface Context {
  readonly world: World;
  readonly options: ContextOptions;
  readonly publish: (event: AppEvent) => void;
  /** Whether any window hears what is published: rows are not made for nobody. */
  readonly observed: () => boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly actor: { readonly kind: 'user'; readonly name: string };
  readonly connector: Connector;
  readonly log: ProtocolLog;
  readonly servers: ServersStore;
  readonly consents: ConsentStore;
  readonly approvals: ApprovalsStore;
  readonly audit: AuditLog;
  readonly policy: PolicySource;
  readonly keys: KeyStore;
  readonly snapshots: SnapshotStore;
  readonly settingsStore: SettingsStore;
  readonly settings: { current: Settings };
  readonly localSkills: LocalSkills;
  readonly imports: ImportSources;
  readonly operations: Operations;
  readonly kept: KeptBytes;
  readonly archives: ArchiveCache;
  /** Looks again when the next approval runs out; set while somebody watches. */
  readonly expiry: { rearm: () => void };
  /** The policy file that the audit has heard of last. */
  readonly policyNoticed: { digest: string | null };
  /** A server became ready by itself after a break: list it again. */
  readonly onReady: (server: Server) => void;
}
