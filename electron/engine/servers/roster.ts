import type { CatalogueServer } from '../catalogue/server.ts';
import type { ReadContext, ServerContext, SkillContext } from '../contexts.ts';
import { list } from '../listing/list.ts';
import { grouped } from '../../../shared/size-text.ts';

/**
 * Connects and, when that worked, lists. What fails is shown on this server and touches no other.
 */
export async function bringUp(parts: SkillContext, server: CatalogueServer): Promise<void> {
  if (await parts.links.reopen(server)) await listWithProgress(parts, server).finished;
}

export function listWithProgress(
  parts: SkillContext,
  server: CatalogueServer,
): { readonly operationId: string; readonly finished: Promise<void> } {
  const work = { kind: 'list', server: server.label } as const;
  return parts.operations.start(work, async (signal, progress) => {
    await list(parts, server, signal, progress);
    return { message: `${grouped(server.listing.skills)} skills` };
  });
}

const turns = new WeakMap<SkillContext['catalogue'], Promise<void>>();
const heldBack = new WeakMap<SkillContext['catalogue'], readonly (readonly string[])[]>();

/** While these are tried elsewhere, none of them is added here. Gives the way to end it. */
export function holdBack(
  catalogue: SkillContext['catalogue'],
  labels: readonly string[],
): () => void {
  heldBack.set(catalogue, [...(heldBack.get(catalogue) ?? []), labels]);
  return () => {
    const others = (heldBack.get(catalogue) ?? []).filter((one) => one !== labels);
    heldBack.set(catalogue, others);
  };
}

/**
 * Brings the held servers in line with what is configured now; unchanged ones are left alone. One
 * after another: one that has read the list before a server was added would take that away.
 */
export function syncServers(parts: ServerContext, connecting = true): Promise<void> {
  const before = turns.get(parts.catalogue) ?? Promise.resolve();
  const mine = before.then(() => sync(parts, connecting));
  turns.set(
    parts.catalogue,
    mine.catch(() => {}),
  );
  return mine;
}

async function sync(parts: ServerContext, connecting: boolean): Promise<void> {
  const { catalogue } = parts;
  const configured = await parts.servers.list();
  const held = new Set(heldBack.get(catalogue)?.flat());
  const wanted = new Map(configured.map((one) => [one.label, one]));
  const leaving = [...catalogue.servers.values()].filter((server) => {
    const next = wanted.get(server.label);
    return next === undefined || JSON.stringify(next) !== JSON.stringify(server.configured);
  });
  await Promise.all(leaving.map((server) => takeDown(parts, server)));
  const fresh = configured
    .filter(({ label }) => !catalogue.servers.has(label) && !held.has(label))
    .map((one) => catalogue.add(one));
  if (connecting) for (const server of fresh) void bringUp(parts, server);
}

export async function takeDown(parts: ReadContext, server: CatalogueServer): Promise<void> {
  parts.operations.forget(server.label);
  parts.catalogue.remove(server);
  parts.kept.forget(server.label);
  parts.rejected.forget(server.label);
  await parts.links.close(server);
}

/**
 * Ends the old connection, if any, and starts over with a fresh budget; `begun` is called when the
 * server shows the new attempt in place of how the last one ended.
 */
export async function reconnect(
  parts: SkillContext,
  server: CatalogueServer,
  begun = (): void => {},
): Promise<void> {
  parts.operations.cancelAll(server.label);
  await parts.links.close(server);
  const up = bringUp(parts, server);
  begun();
  await up;
}
