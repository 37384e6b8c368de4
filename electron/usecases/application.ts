import { policyState } from '../core/policy/words.ts';
import { limits } from '../core/limits.ts';
import type { Snapshot } from '../../shared/contract.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { expiries } from './catalogue/expiry.ts';
import { journal } from './catalogue/journal.ts';
import { relations } from './catalogue/relations.ts';
import { rows } from './catalogue/rows.ts';
import { serverView, skillRow } from './catalogue/views.ts';
import { createKeeper } from './deciding/keeper.ts';
import { createUndoable } from './deciding/undoable.ts';
import { createInspections } from './findings/inspections.ts';
import type { LinkParts } from './link/link.ts';
import { createLinks } from './link/links.ts';
import { refresher } from './listing/refresher.ts';
import { createOperations } from './operations.ts';
import type { Options, Parts } from './parts.ts';
import type { Connector } from './ports/session.ts';
import type { Inspector } from './ports/findings.ts';
import type { WaitingStore } from './ports/waiting.ts';
import { createWaitingQueue } from './waiting/queue.ts';
import { createArchiveCache } from './reading/archive-cache.ts';
import { createKeptBytes } from './reading/kept-bytes.ts';
import { bringUp, listWithProgress, syncServers } from './servers/roster.ts';

export type Ports = Omit<
  Parts,
  | 'catalogue'
  | 'links'
  | 'relations'
  | 'listings'
  | 'operations'
  | 'undoable'
  | 'kept'
  | 'keeper'
  | 'archives'
  | 'inspections'
  | 'settings'
  | 'options'
  | 'waitingQueue'
> & {
  readonly connector: Connector;
  readonly waiting: WaitingStore;
  /** Null where nobody looks at findings. */
  readonly inspector: Inspector | null;
} & Pick<LinkParts, 'onSession'>;

/** The longest that leaving waits for text to be kept, in ms. */
const keepMs = 3_000;

/** The use cases' parts over the ports, made once per window process or command. */
export interface Application extends Parts {
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

export async function createApplication(ports: Ports, options: Options): Promise<Application> {
  const { connector, inspector, onSession, waiting, ...outside } = ports;
  const { approvals, answers, policy, clock, consents, publish } = ports;
  const catalogue = createCatalogue({ approvals, answers, policy, clock });
  const listAgain = (server: Parameters<typeof bringUp>[1]): void =>
    void listWithProgress(parts, server);
  const links = createLinks({
    dialects: ports.dialects,
    connector,
    consents,
    clock,
    options,
    ...(onSession === undefined ? {} : { onSession }),
    change: (server, patch) => catalogue.change(server, patch),
    onReady: listAgain,
    onNotification(server, method, params) {
      if (options.autoRetry) refreshing.notified(server, method, params);
    },
  });
  const refreshing = refresher({ catalogue, links, clock }, listAgain);
  const audit = journal({ ...ports, catalogue });
  const marked = relations({ catalogue, localSkills: ports.localSkills });
  const settings = { current: await ports.settingsStore.load() };
  const operations = createOperations(publish, clock, ports.ids);
  const kept = createKeptBytes(limits.snapshotBytes);
  const keeper = createKeeper({ operations, kept, snapshots: ports.snapshots });
  const parts: Parts = {
    ...outside,
    waitingQueue: createWaitingQueue({ waiting, catalogue, approvals, publish, clock, settings }),
    options,
    catalogue,
    links,
    relations: marked,
    listings: new Map(),
    operations,
    kept,
    keeper,
    undoable: createUndoable(ports.ids, approvals),
    archives: createArchiveCache(limits.archiveCacheBytes),
    inspections: createInspections({ catalogue, clock, inspector }),
    settings,
  };
  for (const listener of [audit, rows(parts), marked, parts.undoable]) catalogue.listen(listener);
  for (const configured of await ports.servers.list()) catalogue.add(configured);

  const shutDown = async (): Promise<void> => {
    refreshing.cancel();
    // The decisions are on disk; what of their text is not kept by then costs later diffs.
    let stopWaiting = (): void => {};
    const longest = new Promise<void>((end) => {
      stopWaiting = clock.after(keepMs, end);
    });
    await Promise.race([keeper.settled(), longest]);
    stopWaiting();
    parts.operations.cancelAll();
    await Promise.all([...catalogue.servers.values()].map((server) => links.close(server)));
    await inspector?.close();
    await audit.settled();
    await approvals.close();
  };
  return {
    ...parts,
    shutDown,
    follow: () => follow(parts),
    startWatching: () => watch(parts, shutDown),
  };
}

function follow(parts: Parts): () => void {
  const { catalogue, approvals, policy, publish } = parts;
  const ends = expiries(parts);
  catalogue.listen(ends);
  const stops = [
    () => ends.stop(),
    approvals.onChange(() => {
      publish({ type: 'store', store: approvals.state });
      catalogue.refresh();
    }),
    policy.onChange(() => {
      publish({ type: 'policy', policy: policyState(policy.current) });
      catalogue.refresh();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function watch(parts: Parts, shutDown: () => Promise<void>): () => Promise<void> {
  const { catalogue, publish } = parts;
  const stops = [
    follow(parts),
    parts.waitingQueue.follow(),
    parts.log.onAppend((lines) => publish({ type: 'log', lines: [...lines] })),
    parts.servers.onChange(() => void syncServers(parts)),
  ];
  for (const server of catalogue.servers.values()) void bringUp(parts, server);
  return async () => {
    for (const stop of stops) stop();
    await shutDown();
  };
}

/** The whole state as a window loads it first. `about` is what the shell knows of itself. */
export function snapshotOf(
  parts: Parts,
  seq: number,
  about: Pick<Snapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>,
): Snapshot {
  const servers = [...parts.catalogue.servers.values()];
  return {
    ...about,
    seq,
    sessionConfig: parts.options.sessionConfig,
    servers: servers.map((server) => serverView(parts, server)),
    skills: servers.flatMap(({ skills }) => [...skills.values()].map(skillRow)),
    refused: servers.flatMap(({ refused }) => [...refused]),
    settings: parts.settings.current,
    store: parts.approvals.state,
    policy: policyState(parts.policy.current),
    waiting: parts.waitingQueue.current,
    operations: [...parts.operations.all()],
  };
}
