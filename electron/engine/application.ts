import { refusedIn } from './catalogue/advice.ts';
import { policyState } from '../core/policy/policy-text.ts';
import { limits } from '../core/limits.ts';
import type { AppSnapshot } from '../../shared/contract.ts';
import {
  type CatalogueListener,
  createCatalogue,
  type SkillCatalogue,
} from './catalogue/catalogue.ts';
import type { CatalogueServer } from './catalogue/server.ts';
import { expiries, whenMany, rows } from './catalogue/rows.ts';
import { type ChangeAudit, journal } from './catalogue/change-audit.ts';
import { relations } from './catalogue/relations.ts';
import { currentRow, serverView } from './catalogue/views.ts';
import { createKeeper } from './deciding/snapshot-copies.ts';
import { createUndoable } from './deciding/undo-history.ts';
import { checkFolders, inspectOlder } from './findings/inspect-again.ts';
import { keepChecks } from './findings/inspection-cache.ts';
import { storeState } from './findings/store-state.ts';
import { riskAt } from './findings/findings.ts';
import { createRuleKeeper } from './hosts/rule-keeper.ts';
import { createInspections } from './findings/inspections.ts';
import { riskInWords } from '../../shared/model/risk.ts';
import { type LinkParts, createLinks } from './link/index.ts';
import { refresher } from './listing/refresher.ts';
import { createOperations } from './operations.ts';
import type { AppContext, DecisionContext } from './contexts.ts';
import type { SystemClock } from './ports/machine.ts';
import type { ProtocolLog, ServerConnector } from './ports/session.ts';
import type { FileInspector, ReviewMemory } from './ports/findings.ts';
import type { WaitingStore } from './ports/decisions.ts';
import { createWaitingQueue } from './waiting/queue.ts';
import { followAccounts, createSignIns } from './signing-in/sign-ins.ts';
import { createArchiveCache, createKeptBytes } from './reading/archive-cache.ts';
import { createRejected } from './reading/rejected-files.ts';
import { bringUp, listWithProgress, syncServers } from './servers/roster.ts';
import { createWrites, type PendingWrites } from './writes.ts';
import type { EngineOptions } from './options.ts';

export type ApplicationPorts = Omit<
  AppContext,
  | 'catalogue'
  | 'links'
  | 'relations'
  | 'listings'
  | 'operations'
  | 'undoable'
  | 'kept'
  | 'rejected'
  | 'keeper'
  | 'archives'
  | 'inspections'
  | 'checked'
  | 'heard'
  | 'settings'
  | 'options'
  | 'waitingQueue'
  | 'hostRules'
  | 'signIns'
> & {
  readonly connector: ServerConnector;
  readonly waiting: WaitingStore;
  /** Null where nobody looks at findings. */
  readonly inspector: FileInspector | null;
  /** Null where nothing learned in earlier sessions is of use. */
  readonly memory: ReviewMemory | null;
  /** Of which skills files are looked at; all when left out. */
  readonly inspects?: 'all' | 'changed';
  /**
   * Told once each, when more than `limits.fewSkills` and when more than `limits.manySkills` are
   * held.
   */
  readonly onMany?: (skills: 'many' | 'very-many') => void;
} & Pick<LinkParts, 'onSession' | 'onMissed'>;

/** The longest that leaving waits for text to be kept, and for writes that have begun, in ms. */
const keepMs = 3_000;
/**
 * The same for what is kept of signing in (ms). An authorization server has ten seconds to answer,
 * and what it gives in place of a spent token is nowhere else.
 */
const renewMs = 15_000;

/** The use cases' parts over the ports, made once per window process or command. */
export interface EngineApplication extends AppContext {
  /**
   * A window's life: connect to everything that may start, follow the store and the log. Gives
   * the way to end it.
   */
  startWatching(): () => Promise<void>;
  /** Standings follow the store, the policy and the time from now on. Gives the way to end it. */
  follow(): () => void;
  /** Ends every connection; no child process is left when this resolves. */
  shutDown(): Promise<void>;
}

export async function createApplication(
  ports: ApplicationPorts,
  options: EngineOptions,
): Promise<EngineApplication> {
  const [writes, renewals] = [createWrites(), createWrites()];
  const within = counted(ports, writes, renewals);
  const { connector, inspector, memory, inspects, onSession, onMissed, ...outside } = within;
  const { approvals, answers, policy, clock, consents, publish } = outside;
  const catalogue = createCatalogue({ approvals, answers, policy, clock });
  const listAgain = (server: Parameters<typeof bringUp>[1]): void =>
    void listWithProgress(parts, server);
  const listeners: ((server: CatalogueServer, method: string) => void)[] = [];
  const links = createLinks({
    dialects: ports.dialects,
    connector,
    consents,
    clock,
    options,
    ...(onSession === undefined ? {} : { onSession }),
    ...(onMissed === undefined ? {} : { onMissed }),
    change: (server, patch) => catalogue.change(server, patch),
    onReady: listAgain,
    onNotification(server, method, params) {
      for (const listener of listeners) listener(server, method);
      if (options.autoRetry) refreshing.notified(server, method, params);
    },
  });
  const audit = journal({ ...outside, catalogue });
  const marked = relations({ catalogue, localSkills: ports.localSkills, clock: ports.clock });
  const settings = { current: await ports.settingsStore.load() };
  const operations = createOperations(publish, clock, ports.ids);
  const kept = createKeptBytes(limits.snapshotBytes);
  const keeper = createKeeper({ operations, kept, snapshots: outside.snapshots });
  const made: Omit<AppContext, 'signIns'> = {
    ...outside,
    waitingQueue: waitingQueue(within, catalogue, settings),
    options,
    catalogue,
    links,
    relations: marked,
    listings: new Map(),
    operations,
    kept,
    rejected: createRejected(limits.rejectedBytes),
    keeper,
    undoable: createUndoable(ports.ids, approvals),
    archives: createArchiveCache(limits.archiveCacheBytes),
    inspections: createInspections({
      ...{ catalogue, clock, inspector, memory },
      inspects: inspects ?? 'all',
    }),
    memory,
    checked: new WeakMap(),
    heard: { listen: (listener) => void listeners.push(listener) },
    settings,
    hostRules: ruleKeeper(within, () => parts),
  };
  const parts: AppContext = { ...made, signIns: createSignIns(made) };
  const refreshing = refresher(parts, listAgain);
  listenTo(parts, [audit, rows(parts), marked, parts.undoable], within);
  for (const configured of await ports.servers.list()) catalogue.add(configured);

  const shutDown = (): Promise<void> =>
    endAll(parts, within, { refreshing, audit, writes, renewals });
  return {
    ...parts,
    shutDown,
    follow: () => follow(parts),
    startWatching: () => watch(parts, shutDown),
  };
}

async function endAll(
  { keeper, operations, catalogue, signIns, links, hostRules, approvals, clock }: AppContext,
  { inspector, memory }: Pick<ApplicationPorts, 'inspector' | 'memory'>,
  {
    refreshing,
    audit,
    writes,
    renewals,
  }: {
    readonly refreshing: ReturnType<typeof refresher>;
    readonly audit: ChangeAudit;
    readonly writes: PendingWrites;
    readonly renewals: PendingWrites;
  },
): Promise<void> {
  refreshing.cancel();
  // The decisions are on disk; what of their text is not kept by then costs later diffs.
  await atMost(clock, keepMs, keeper.settled());
  operations.cancelAll();
  for (const server of catalogue.servers.values()) signIns.cancel(server);
  await links.end(catalogue.servers.values());
  await inspector?.close();
  await audit.settled();
  await hostRules.settled();
  await approvals.close();
  await atMost(clock, keepMs, memory?.close() ?? Promise.resolve());
  await Promise.all([
    atMost(clock, keepMs, writes.settled()),
    atMost(clock, renewMs, renewals.settled()),
  ]);
}

async function atMost(clock: SystemClock, ms: number, work: Promise<void>): Promise<void> {
  let stopWaiting = (): void => {};
  const longest = new Promise<void>((end) => {
    stopWaiting = clock.after(ms, end);
  });
  await Promise.race([work, longest]);
  stopWaiting();
}

const waitingQueue = (
  { waiting, approvals, publish, clock }: ApplicationPorts,
  catalogue: SkillCatalogue,
  settings: AppContext['settings'],
): AppContext['waitingQueue'] =>
  createWaitingQueue({
    ...{ waiting, catalogue, approvals, publish, clock, settings },
    riskOf({ server, uri, isOtherServer }) {
      const skill = isOtherServer ? undefined : catalogue.servers.get(server)?.skills.get(uri);
      return skill === undefined ? null : riskInWords(riskAt(skill));
    },
  });

/** Apps' own settings, and by-name settings of local skills, follow the decisions. */
const ruleKeeper = (
  { approvals, ruleStore, folderRules, clock, publish }: ApplicationPorts,
  parts: () => AppContext,
): DecisionContext['hostRules'] =>
  createRuleKeeper(
    [{ approvals, ruleStore }, ...(folderRules === null ? [] : [folderRules])].map((rules) => ({
      store: rules.ruleStore,
      sync: async () =>
        (await import('./hosts/rules.ts')).syncRules({
          ...{ ...parts(), approvals: rules.approvals, ruleStore: rules.ruleStore },
        }),
    })),
    clock,
    () => publish({ type: 'store', store: storeState(parts()) }),
  );

/** What follows from a change in the catalogue, in this order. */
function listenTo(
  parts: AppContext,
  first: readonly CatalogueListener[],
  { memory, inspector, onMany, log, clock }: ApplicationPorts,
): void {
  const { catalogue } = parts;
  for (const listener of first) catalogue.listen(listener);
  catalogue.listen(markFailedReads(log));
  if (memory !== null) catalogue.listen(keepChecks(memory, clock.now));
  if (inspector !== null) catalogue.listen(inspectOlder(parts));
  catalogue.listen(checkFolders(parts));
  if (onMany === undefined) return;
  catalogue.listen(whenMany(catalogue, limits.fewSkills, () => onMany('many')));
  catalogue.listen(whenMany(catalogue, limits.manySkills, () => onMany('very-many')));
}

/** What is written in these is there before the process ends, whoever waits for it or does not. */
function counted(
  ports: ApplicationPorts,
  writes: PendingWrites,
  renewals: PendingWrites,
): ApplicationPorts {
  const { servers, consents, answers, keys, snapshots, settingsStore } = ports;
  const { credentials, waiting, hostFiles, hostLedger, secrets } = ports;
  return {
    ...ports,
    servers: writes.through(servers, 'add', 'update', 'remove', 'setEnabled'),
    consents: writes.through(consents, 'allow', 'forget'),
    answers: writes.through(answers, 'put', 'remove', 'take'),
    keys: writes.through(keys, 'own', 'trust', 'took', 'distrust'),
    snapshots: writes.through(snapshots, 'put', 'forgetServer', 'forgetAll'),
    settingsStore: writes.through(settingsStore, 'save'),
    credentials: renewals.through(credentials, 'put', 'drop', 'exclusively'),
    waiting: writes.through(waiting, 'add', 'remove'),
    hostFiles: writes.through(hostFiles, 'replace', 'keep'),
    hostLedger: writes.through(hostLedger, 'put', 'drop'),
    secrets: writes.through(secrets, 'keepKeyIn'),
  };
}

function follow(parts: AppContext): () => void {
  const { catalogue, approvals, policy, publish } = parts;
  const ends = expiries(parts);
  catalogue.listen(ends);
  const stops = [
    () => ends.stop(),
    parts.hostRules.follow(),
    approvals.onChange(() => {
      publish({ type: 'store', store: storeState(parts) });
      catalogue.refresh();
      parts.hostRules.changed();
    }),
    parts.answers.onChange(() => {
      publish({ type: 'store', store: storeState(parts) });
      catalogue.refresh();
    }),
    policy.onChange(() => {
      publish({ type: 'policy', policy: policyState(policy.current) });
      catalogue.refresh();
      parts.hostRules.changed();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watch(parts: AppContext, shutDown: () => Promise<void>): () => Promise<void> {
  const { catalogue, publish } = parts;
  const stops = [
    follow(parts),
    parts.waitingQueue.follow(),
    parts.log.onChange((change) => publish({ type: 'log', ...change })),
    parts.servers.onChange(() => void syncServers(parts)),
    followAccounts(parts),
  ];
  for (const server of catalogue.servers.values()) void bringUp(parts, server);
  return async () => {
    for (const stop of stops) stop();
    await shutDown();
  };
}

/** The whole state as a window loads it first. `about` is what the shell knows of itself. */
export function snapshotOf(
  parts: AppContext,
  seq: number,
  about: Pick<AppSnapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>,
): AppSnapshot {
  const servers = [...parts.catalogue.servers.values()];
  return {
    ...about,
    seq,
    sessionConfig: parts.options.sessionConfig,
    servers: servers.map((server) => serverView(parts, server)),
    skills: servers.flatMap(({ skills }) =>
      [...skills.values()].map((skill) => currentRow(parts, skill)),
    ),
    refused: servers.flatMap((server) => refusedIn(server, parts.dialects)),
    settings: parts.settings.current,
    store: storeState(parts),
    policy: policyState(parts.policy.current),
    waiting: parts.waitingQueue.current,
    operations: [...parts.operations.all()],
  };
}

/** Marks the exchange in which a file came that failed a check. */
const markFailedReads = (log: Pick<ProtocolLog, 'fail'>): CatalogueListener => ({
  skills(changes) {
    for (const { before, after } of changes) {
      if (after === null || before?.held.verdicts === after.held.verdicts) continue;
      for (const [file, verdict] of after.held.verdicts)
        if (verdict.status === 'failed' && before?.held.verdicts.get(file) !== verdict)
          log.fail(after.server.label, file, verdict.check);
    }
  },
});
