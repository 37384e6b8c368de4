import { limits } from '../core/limits.ts';
import type { Snapshot } from '../../shared/contract.ts';
import { createArchiveCache } from './reading/archive-cache.ts';
import type { Context, ContextOptions } from './context.ts';
import { disconnect } from './link/connect.ts';
import { createKeptBytes } from './reading/kept-bytes.ts';
import { createOperations } from './operations.ts';
import { bringUp, createServer, listWithProgress, syncServers } from './servers/roster.ts';
import { serverView, skillRow } from './catalogue/views.ts';
import { policyStateOf } from './catalogue/policy.ts';
import { watchExpiry, watchPolicy } from './catalogue/watch.ts';
import type { Server, World } from './catalogue/world.ts';

export type Ports = Pick<
  Context,
  | 'clock'
  | 'ids'
  | 'actor'
  | 'connector'
  | 'log'
  | 'servers'
  | 'consents'
  | 'approvals'
  | 'audit'
  | 'policy'
  | 'keys'
  | 'snapshots'
  | 'settingsStore'
  | 'localSkills'
  | 'imports'
  | 'publish'
  | 'observed'
>;

/** The held state and the ports, made once per window process or command. */
export async function createContext(ports: Ports, options: ContextOptions): Promise<Context> {
  const world: World = { servers: new Map(), changesNoted: null };
  const settings = { current: await ports.settingsStore.load() };
  const ctx: Context = {
    ...ports,
    world,
    options,
    settings,
    operations: createOperations(ports.publish, ports.clock, ports.ids),
    kept: createKeptBytes(limits.snapshotBytes),
    archives: createArchiveCache(limits.archiveCacheBytes),
    expiry: { rearm: () => {} },
    policyNoticed: { digest: null },
    onReady: (server) => void listWithProgress(ctx, server),
  };
  for (const configured of await ports.servers.list())
    world.servers.set(configured.label, createServer(configured));
  return ctx;
}

/**
 * A window's life: connect to everything that may start, follow the store and the log. Gives the
 * way to end it.
 */
export function startWatching(ctx: Context): () => Promise<void> {
  const stops = [
    watchExpiry(ctx),
    watchPolicy(ctx),
    ctx.log.onAppend((lines) => ctx.publish({ type: 'log', lines: [...lines] })),
    ctx.servers.onChange(() => void syncServers(ctx)),
  ];
  for (const server of ctx.world.servers.values()) void bringUp(ctx, server);
  return async () => {
    for (const stop of stops) stop();
    await shutDown(ctx);
  };
}

/** Ends every connection; no child process is left when this resolves. */
export async function shutDown(ctx: Context): Promise<void> {
  ctx.operations.cancelAll();
  await Promise.all([...ctx.world.servers.values()].map((server: Server) => disconnect(server)));
  await ctx.approvals.close();
}

/** The whole state as a window loads it first. `about` is what the shell knows of itself. */
export function snapshotOf(
  ctx: Context,
  seq: number,
  about: Pick<Snapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>,
): Snapshot {
  const servers = [...ctx.world.servers.values()];
  return {
    ...about,
    seq,
    sessionConfig: ctx.options.sessionConfig,
    servers: servers.map((server) => serverView(ctx, server)),
    skills: servers.flatMap((server) =>
      [...server.skills.values()].map((skill) => skillRow(ctx, server, skill)),
    ),
    refused: servers.flatMap((server) => [...server.refused]),
    settings: ctx.settings.current,
    store: ctx.approvals.state,
    policy: policyStateOf(ctx),
  };
}
