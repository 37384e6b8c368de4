import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { mainFileOf, pathInEntry } from '../../core/skill-place.ts';
import type { Context } from '../context.ts';
import { isComplete } from '../catalogue/settle.ts';
import { publishSkills } from '../catalogue/views.ts';
import type { Session } from '../ports.ts';
import type { Server, Skill } from '../catalogue/world.ts';

const listChanged = new Set([
  'notifications/resources/list_changed',
  'notifications/skills/list_changed',
]);

/**
 * Follows what a server says of changes by itself. A notification starts nothing at once: the
 * server decides how many it sends, so one listing answers all that come together, and listings
 * of this kind are seconds apart.
 */
export function follow(ctx: Context, server: Server, session: Session): void {
  session.onNotification((method, params) => {
    if (server.session !== session || !ctx.options.autoRetry) return;
    if (listChanged.has(method)) return refreshSoon(ctx, server);
    const uri = isRecord(params) ? own(params, 'uri') : undefined;
    if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
    const skill = skillOf(server, uri);
    // An index, a manifest, or a file that the listing describes: only a listing tells what is new.
    if (skill === null || isComplete(skill.listed) || skill.listed.archives.length > 0)
      return refreshSoon(ctx, server);
    if (skill.reading === null) return;
    // What was read all together may not be what is served now: it must be read once more before it
    // is approved.
    skill.reading = null;
    publishSkills(ctx, server, [skill]);
  });
}

/** The skill that has this file. */
function skillOf(server: Server, uri: string): Skill | null {
  const exact = server.skills.get(uri);
  if (exact !== undefined) return exact;
  for (const skill of server.skills.values())
    if (mainFileOf(skill.entry) === uri || pathInEntry(skill.entry, uri).ok) return skill;
  return null;
}

function refreshSoon(ctx: Context, server: Server): void {
  if (server.refreshing !== null) return;
  const rest = server.refreshedAt + limits.refreshEveryMs - ctx.clock.now();
  server.refreshing = ctx.clock.after(Math.max(limits.refreshAfterMs, rest), () => {
    server.refreshing = null;
    server.refreshedAt = ctx.clock.now();
    if (server.session !== null) ctx.onReady(server);
  });
}
