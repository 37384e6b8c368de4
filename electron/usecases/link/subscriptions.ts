import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { Context } from '../context.ts';
import { call } from './reads.ts';
import type { Server } from '../catalogue/world.ts';

/** From this revision on a client listens in another way than `resources/subscribe`. */
const listening = '2026-07-28';

/**
 * Asks to be told of changes to indexes and to skills that were decided on, where the server offers
 * that. Few, and failing changes nothing.
 */
export function subscribe(ctx: Context, server: Server): void {
  const { session } = server;
  const resources = session?.capabilities['resources'];
  if (
    session === null ||
    !ctx.options.autoRetry ||
    session.protocolVersion >= listening ||
    !isRecord(resources) ||
    own(resources, 'subscribe') !== true
  )
    return;
  const wanted = [...server.inventory.resources.keys()].filter((uri) =>
    /^skill:\/\/index(?:\.json)?$/.test(uri),
  );
  for (const skill of server.skills.values()) {
    if (wanted.length >= limits.subscriptions) break;
    if (
      skill.standing !== null &&
      skill.standing.kind === 'approved' &&
      skill.listed.archives.length === 0
    )
      wanted.push(skill.listed.uri);
  }
  for (const uri of wanted) {
    if (server.subscribed.has(uri)) continue;
    server.subscribed.add(uri);
    void call(ctx, server, { method: 'resources/subscribe', params: { uri } });
  }
}
