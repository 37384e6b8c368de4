import { join } from 'node:path';
import { type ConnectionOptions, loadFolders, onFirstConnection } from './compose-connections.ts';
import { launcherProblem, type HostLauncher } from './core/hosts/gateway-entry.ts';
import { consentFingerprint } from './core/start/fingerprint.ts';
import { growSparingly } from './heap.ts';
import { createPublisher } from './ipc/publisher.ts';
import type { StartOutside } from './inspection/outside-rules.ts';
import { systemClock, timeOrderedIds } from './machine.ts';
import { onFirstUse } from './on-first-use.ts';
import { createProtocolLog } from './mcp/log.ts';
import { openAnswers } from './storage/answers.ts';
import { DecisionCopies } from './storage/approvals/decision-copies.ts';
import { openApprovals } from './storage/approvals/approvals.ts';
import { dataFolderPath, prepareFolder, nodeDisk } from './storage/disk/data-folder.ts';
import { secretKeeping, vaultOnUse } from './storage/credentials/lazy-vault.ts';
import { hostLauncher, offerInstallation, openHostFiles } from './storage/hosts/host-files.ts';
import { localSkills } from './storage/local-skills.ts';
import { openPolicy } from './storage/policy.ts';
import { openReviewMemory } from './storage/review-memory.ts';
import { openServers, openSessionServers, sessionServers } from './storage/servers.ts';
import type { AppFolders } from './storage/folders/app-folders.ts';
import type { FolderSource } from './storage/folders/folder-source.ts';
import { openStartPlaces } from './storage/start-places.ts';
import { openSettings } from './storage/settings.ts';
import { openSnapshots } from './storage/snapshots.ts';
import { ruleStoreOnUse } from './storage/hosts/lazy-rule-store.ts';
import { waitingOnUse } from './storage/lazy-host-requests.ts';
import {
  type ApplicationPorts,
  createApplication,
  type EngineApplication as UseCases,
} from './engine/application.ts';
import type { ApprovalsStore, AuditLog, KeyStore } from './engine/ports/decisions.ts';
import type {
  ConfiguredServer,
  ConsentStore,
  ImportSources,
  ServerConfig,
  ServersStore,
  StartPlaces,
} from './engine/ports/servers.ts';
import type { HostFiles, HostLedger, RuleStore } from './engine/ports/hosts.ts';
import type { FileInspector } from './engine/ports/findings.ts';
import type { AppEvent } from '../shared/contract.ts';
import { err, ok, type Result } from '../shared/result.ts';

export interface ComposeOptions extends ConnectionOptions {
  /** Folder that relative paths and a project's `.mcp.json` are looked up from. */
  readonly cwd: string;
  /** The operating system's name for the person, as decisions record it. */
  readonly userName: string;
  /**
   * A `--config FILE` or `SKILLGATE_CONFIG`: its servers instead of the stored ones, for this run
   * only.
   */
  readonly sessionConfig: string | null;
  /** The person said `--allow-start`: the commands of that list start without a question. */
  readonly allowStart?: boolean;
  /**
   * The command line as another program starts it, and what precedes its words; null or left out:
   * unknown.
   */
  readonly command?: { readonly command: string; readonly args: readonly string[] } | null;
  /** Started from a desktop, whose PATH lacks what the login shell adds. */
  readonly isDesktop?: boolean;
  /** Reconnect automatically after a break; a command doesn't. */
  readonly autoRetry: boolean;
  /** False for a command: it shows no protocol log, so none is kept. */
  readonly keepLog?: boolean;
  /** Folder of the built rules; absent where nobody looks at findings. */
  readonly findings?: string;
  /** Of which skills files are looked at; all when left out. */
  readonly inspects?: 'all' | 'changed';
  /** Starts what looks at files, where that is no thread of this process. */
  readonly startInspection?: StartOutside;
  /** Folders that take the place of all servers in this run, and of `approvals.json`. */
  readonly folders?: readonly FolderSource[];
  /** A window's: beside the servers, the local folders that a person added. */
  readonly keepsFolders?: boolean;
}

export interface ComposedCore {
  readonly app: UseCases;
  readonly publisher: ReturnType<typeof createPublisher>;
  readonly dataFolder: string;
}

/** Whoever waits in a terminal may not see the dialog that it is for. */
const keychainWait = "Waiting for the system's keychain, which may be asking you.\n";

/**
 * Wires stores, connections and use cases over one data folder. The error is one line for people.
 */
export async function composeCore(options: ComposeOptions): Promise<Result<ComposedCore, string>> {
  const { place, gateway } = options;
  const dataFolder = dataFolderPath(place, options.cwd);
  // A folder that must not be used is reported by the approvals' own state; nothing is written to
  // it.
  await prepareFolder(dataFolder);
  const { folders = null } = options;
  const listedFor = await listOfRun(options);
  if (!listedFor.ok) return listedFor;
  const session = listedFor.value;
  const allowed = await allowedByList(options, session);
  const startPlaces = openStartPlaces({
    place,
    cwd: options.cwd,
    dataFolder,
    isHosts: gateway !== undefined && session === null,
    usesLoginShell: options.isDesktop === true,
  });
  const hostFiles = openHostFiles(place, dataFolder, nodeDisk, options.cwd);
  const launcher = launcherOf(options, dataFolder);
  // A gateway was started by one that the launcher has.
  if (launcher.ok && gateway === undefined && session === null)
    await offerInstallation(launcher.value.installation, dataFolder);
  const publisher = createPublisher();
  const log = createProtocolLog({
    now: Date.now,
    ...(options.keepLog === false ? { rows: 0 } : {}),
  });
  const vault = vaultOnUse({
    ...place,
    folder: dataFolder,
    command: options.command ?? null,
    onWait: () => void process.stderr.write(keychainWait),
  });
  const { credentials } = vault;
  // Those of the application, whose end waits for what is being written of them.
  const connections = onFirstConnection(options, { log, startPlaces }, () => app.credentials);
  const stored = openServers(dataFolder, vault.secrets);
  if (session === null) await stored.protect();
  const listedServers = session ?? stored;
  const { local, approvals } = await decisionsOf(options, dataFolder, {
    ...{ session, servers: listedServers },
    onWritten: () => app.hostRules.changed(),
  });
  const servers = local?.servers ?? listedServers;
  const ruleStore = (about: RuleStore['about']): RuleStore =>
    ruleStoreOnUse(place, dataFolder, about, hostFiles, () => stored.list());
  const app = await createApplication(
    {
      dialects: connections.dialects,
      ...portsOfRun(options, dataFolder, { publisher, startPlaces }),
      log,
      startPlaces,
      connector: folders === null ? connections.beside(local) : connections.over(folders),
      credentials,
      signIn: connections.signIn,
      servers: gateway === undefined ? servers : onlyServer(servers, gateway.server),
      secrets: secretKeeping(vault, session === null ? stored : null),
      ...storesOnUse(options, dataFolder, { session, local, hostFiles }),
      folders: local?.list ?? null,
      approvals,
      answers: await openAnswers(dataFolder),
      policy: await openPolicy(place, options.cwd),
      localSkills: localSkills({
        ...{ home: place.home, cwd: options.cwd },
        except: () => folders?.map(({ path }) => path) ?? local?.paths() ?? [],
      }),
      hostFiles,
      ruleStore: ruleStore(folders === null ? 'servers' : 'folders'),
      folderRules:
        local === null ? null : { approvals: local.decisions, ruleStore: ruleStore('folders') },
      launcher,
    },
    { autoRetry: options.autoRetry, allowedByList: allowed, sessionConfig: options.sessionConfig },
  );
  return ok({ app, publisher, dataFolder });
}

type SessionServers = ReturnType<typeof sessionServers>;

/** The servers of this run alone; null where the stored ones are used. */
async function listOfRun({
  folders,
  sessionConfig,
  cwd,
}: ComposeOptions): Promise<Result<SessionServers | null, string>> {
  if (folders !== undefined) return ok(sessionServers('', await serversOf(folders), null));
  return sessionConfig === null ? ok(null) : openSessionServers(sessionConfig, cwd);
}

/**
 * Whoever wrote the list could have any command started, so naming it allows none. Its addresses
 * are contacted where a person typed its name: a variable may come from a project's own files.
 */
async function allowedByList(
  { folders, allowStart, sessionConfig, place }: ComposeOptions,
  session: SessionServers | null,
): Promise<ReadonlySet<string>> {
  const isTyped = sessionConfig !== null && sessionConfig !== place.env['SKILLGATE_CONFIG'];
  const isAllowed = ({ type }: ServerConfig): boolean =>
    // A folder starts nothing.
    folders !== undefined || allowStart === true || (isTyped && type !== 'stdio');
  const listed = session === null ? [] : await session.list();
  return new Set(
    listed.flatMap(({ config }) =>
      config.ok && isAllowed(config.value) ? [consentFingerprint(config.value)] : [],
    ),
  );
}

/** A gateway's one server. A list that cannot be read stands in it as one server that says why. */
const onlyServer = (servers: ServersStore, only: string): ServersStore => ({
  ...servers,
  list: async () =>
    (await servers.list()).filter(({ label, config }) => label === only || !config.ok),
});

/** What a run is told, and what it looks at. */
const portsOfRun = (
  options: ComposeOptions,
  dataFolder: string,
  {
    publisher,
    startPlaces,
  }: {
    readonly publisher: ComposedCore['publisher'];
    readonly startPlaces: StartPlaces;
  },
) => ({
  publish: (event: AppEvent) => publisher.publish(event),
  observed: () => publisher.observed,
  onMany: growSparingly,
  clock: systemClock,
  ids: timeOrderedIds,
  actor: { kind: 'user', name: options.userName } as const,
  ...(options.inspects === undefined ? {} : { inspects: options.inspects }),
  inspector:
    options.findings === undefined ? null : onFirstFile(options.findings, options.startInspection),
  // Behind the gateway nothing that a person learned is shown, and every read is checked again.
  memory: options.gateway === undefined ? openReviewMemory(dataFolder) : null,
  ...relayedBy(options),
  trial: async (...given: Parameters<ApplicationPorts['trial']>) => {
    const { serverTrials } = await import('./compose-trial.ts');
    return serverTrials(options, startPlaces)(...given);
  },
});

const relayedBy = ({ gateway }: ComposeOptions): Pick<ApplicationPorts, 'onSession' | 'onMissed'> =>
  gateway === undefined
    ? {}
    : {
        onSession: (_, opened) => gateway.onSession(opened),
        onMissed: () => gateway.onMissed(),
      };

/** The decisions that count in this run, and a window's local folders with theirs. */
async function decisionsOf(
  { folders, keepsFolders, place, cwd, userName, version }: ComposeOptions,
  dataFolder: string,
  {
    session,
    servers,
    onWritten,
  }: {
    readonly session: SessionServers | null;
    readonly servers: ServersStore;
    readonly onWritten: () => void;
  },
): Promise<{ readonly local: AppFolders | null; readonly approvals: ApprovalsStore }> {
  const deciding = {
    ...{ folder: dataFolder, now: Date.now, actor: userName, onWritten },
    generator: { name: 'skillgate', version },
  };
  if (folders !== undefined) {
    const { openFolderDecisions } = await import('./storage/folders/folder-decisions.ts');
    const paths = folders.map(({ path }) => path);
    return { local: null, approvals: await openFolderDecisions({ ...deciding, paths }) };
  }
  const approvals = await openApprovals({ ...deciding, copies: new DecisionCopies(dataFolder) });
  if (keepsFolders !== true) return { local: null, approvals };
  const { openAppFolders } = await loadFolders();
  const local = await openAppFolders({
    // The folders of a session's list are the session's, too.
    dataFolder: session === null ? dataFolder : null,
    ...{ home: place.home, cwd, servers, deciding, approvals },
  });
  return { local, approvals: local.approvals };
}

/** Stores that are opened when they're used first; the code of those that few runs need, too. */
const storesOnUse = (
  { place, cwd }: ComposeOptions,
  dataFolder: string,
  {
    session,
    local,
    hostFiles,
  }: {
    readonly session: SessionServers | null;
    readonly local: AppFolders | null;
    readonly hostFiles: HostFiles;
  },
) => ({
  snapshots: openSnapshots(dataFolder),
  settingsStore: openSettings(dataFolder),
  waiting: waitingOnUse(dataFolder),
  consents: onFirstUse<ConsentStore>({ state: true, allow: true, forget: true }, async () =>
    (await import('./storage/consent.ts')).openConsents(dataFolder, Date.now, session?.path),
  ),
  audit: onFirstUse<AuditLog>({ page: true, text: true, chain: true }, async () => {
    const audit = (await import('./storage/audit/read.ts')).openAuditLog(
      join(dataFolder, 'audit.jsonl'),
    );
    return local?.audit(audit) ?? audit;
  }),
  keys: onFirstUse<KeyStore>(
    { own: true, trusted: true, trust: true, took: true, distrust: true },
    async () => (await import('./storage/keys.ts')).openKeys(dataFolder, Date.now),
  ),
  imports: onFirstUse<ImportSources>({ find: true, open: true }, async () =>
    (await import('./storage/import-sources.ts')).importSources(place, cwd),
  ),
  hostLedger: onFirstUse<HostLedger>(
    { where: true, list: true, unreadBeside: true, put: true, drop: true },
    async () =>
      (await import('./storage/hosts/host-ledger.ts')).openHostLedger(
        dataFolder,
        // Nobody else's file may say what stood there before.
        hostFiles.files.filter(({ isInProject }) => isInProject !== true),
      ),
  ),
});

/** A host is started elsewhere: it must be told of a data folder that this process was told of. */
function launcherOf(
  { command, place: { env, platform } }: ComposeOptions,
  dataFolder: string,
): Result<HostLauncher, string> {
  if (command === null || command === undefined)
    return err('This window can’t find the skillgate command. Run skillgate protect instead.');
  const chosen = env['SKILLGATE_HOME'] ?? '';
  const installation = { ...command, env: chosen === '' ? {} : { SKILLGATE_HOME: dataFolder } };
  const problem = launcherProblem(installation, env);
  return problem === null ? ok(hostLauncher(installation, dataFolder, platform)) : err(problem);
}

const serversOf = async (folders: readonly FolderSource[]): Promise<ConfiguredServer[]> =>
  (await loadFolders()).serversOfFolders(folders);

/** Looks at nothing, and loads nothing, before a first file was read. */
function onFirstFile(folder: string, start?: StartOutside): FileInspector {
  let pool: Promise<FileInspector> | null = null;
  return {
    inspect: async (file, server) => {
      pool ??= import('./inspection/pool.ts').then(({ createPool }) =>
        createPool({ folder, ...(start === undefined ? {} : { start }) }),
      );
      return (await pool).inspect(file, server);
    },
    close: async () => (await pool)?.close(),
  };
}
