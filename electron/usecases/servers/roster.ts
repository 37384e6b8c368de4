import { identityOf } from '../../core/decisions/identity.ts';
import { limits } from '../../core/limits.ts';
import type { Context } from '../context.ts';
import { connect, disconnect } from '../link/connect.ts';
import { emptyInventory } from '../listing/inventory.ts';
import { createLane } from '../link/lane.ts';
import { list } from '../listing/list.ts';
import type { ConfiguredServer } from '../ports.ts';
import { relate } from '../catalogue/relate.ts';
import { publishServer } from '../catalogue/views.ts';
import { noListing, type Server } from '../catalogue/world.ts';

export function createServer(configured: ConfiguredServer): Server {
  return {
    label: configured.label,
    configured,
    identity: configured.config.ok ? identityOf(configured.config.value) : null,
    connection: configured.enabled ? { status: 'connecting', attempt: 0 } : { status: 'disabled' },
    facts: null,
    session: null,
    adapters: [],
    probes: [],
    tries: [],
    inventory: emptyInventory,
    templates: [],
    advice: [],
    listing: noListing,
    skills: new Map(),
    refused: [],
    lane: createLane(limits.serverRequests),
    fetched: 0,
    breaks: 0,
    connecting: null,
    cancelRetry: null,
    abort: new AbortController(),
    listingNow: null,
    refreshing: null,
    refreshedAt: 0,
    subscribed: new Set(),
    halted: false,
  };
}

/**
 * Connects and, when that worked, lists. What fails is shown on this server and touches no other.
 */
export async function bringUp(ctx: Context, server: Server): Promise<void> {
  server.halted = false;
  server.breaks = 0;
  server.fetched = 0;
  if (await connect(ctx, server)) await listWithProgress(ctx, server).finished;
}

export function listWithProgress(
  ctx: Context,
  server: Server,
): { readonly operationId: string; readonly finished: Promise<void> } {
  return ctx.operations.start('list', server.label, null, async (signal, progress) => {
    await list(ctx, server, signal, progress);
    return `${server.listing.skills} skills`;
  });
}

/** Brings the held servers in line with what is configured now; unchanged ones are left alone. */
export async function syncServers(ctx: Context, connecting = true): Promise<void> {
  const configured = await ctx.servers.list();
  const wanted = new Map(configured.map((one) => [one.label, one]));
  const leaving = [...ctx.world.servers.values()].filter((server) => {
    const next = wanted.get(server.label);
    return next === undefined || JSON.stringify(next) !== JSON.stringify(server.configured);
  });
  await Promise.all(leaving.map((server) => takeDown(ctx, server)));
  const fresh = configured.filter((one) => !ctx.world.servers.has(one.label)).map(createServer);
  for (const server of fresh) ctx.world.servers.set(server.label, server);
  for (const server of fresh) publishServer(ctx, server);
  if (leaving.length > 0 && fresh.length === 0) await relate(ctx);
  if (connecting) for (const server of fresh) void bringUp(ctx, server);
}

export async function takeDown(ctx: Context, server: Server): Promise<void> {
  ctx.operations.cancelAll(server.label);
  ctx.world.servers.delete(server.label);
  ctx.publish({ type: 'server-removed', label: server.label });
  ctx.kept.forget(server.label);
  await disconnect(server);
}

/** Ends the old connection, if any, and starts over with a fresh budget. */
export async function reconnect(ctx: Context, server: Server): Promise<void> {
  ctx.operations.cancelAll(server.label);
  await disconnect(server);
  await bringUp(ctx, server);
}
