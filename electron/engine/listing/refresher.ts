import { TokenBucket } from '../../core/token-bucket.ts';
import { announced } from '../../core/skill-state/serving-history.ts';
import { doubted, isComplete, type SkillState } from '../../core/skill-state/skill.ts';
import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { mainFileOf, pathInEntry } from '../../core/skill-place.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { SkillContext } from '../contexts.ts';

const listChanged = new Set([
  'notifications/resources/list_changed',
  'notifications/skills/list_changed',
]);

/**
 * Follows the changes that a server announces. A notification starts nothing at once: the server
 * decides how many it sends, so one listing answers all that arrive together. A second change soon
 * after the first is listed as soon; for a server that never stops announcing, such listings are
 * seconds apart.
 */
export function refresher(parts: SkillContext, listAgain: (server: CatalogueServer) => void) {
  const { catalogue, links, clock } = parts;
  const due = new Map<CatalogueServer, () => void>();
  const allowances = new WeakMap<CatalogueServer, TokenBucket>();
  const allowanceOf = (server: CatalogueServer): TokenBucket => {
    const known = allowances.get(server);
    const allowance = known ?? new TokenBucket(limits.refreshBurst, limits.refreshEveryMs);
    if (known === undefined) allowances.set(server, allowance);
    return allowance;
  };

  const soon = (server: CatalogueServer): void => {
    if (due.has(server)) return;
    const allowance = allowanceOf(server);
    const run = (): void => {
      // A listing under way may have passed what has changed since: it is not the one to share.
      if (links.isOpen(server) && server.listing.status === 'loading')
        return void due.set(server, clock.after(limits.refreshAfterMs, run));
      due.delete(server);
      allowance.take(clock.now());
      if (links.isOpen(server)) listAgain(server);
    };
    const wait = Math.max(limits.refreshAfterMs, allowance.wait(clock.now()));
    due.set(server, clock.after(wait, run));
  };

  return {
    /** A server announces a change unasked. */
    notified(server: CatalogueServer, method: string, params: unknown): void {
      if (listChanged.has(method)) {
        const step = (held: SkillState | null): SkillState | null => held && announced(held);
        const read = [...server.skills.values()].filter(({ held }) => held.served.size > 0);
        catalogue.updateAll(read.map((place) => ({ place, step })));
        return soon(server);
      }
      const uri = isRecord(params) ? own(params, 'uri') : undefined;
      if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
      const skill = skillWith(server, uri);
      // An index, a manifest, or a file that the listing describes: only a listing tells what is
      // new.
      if (skill === null || isComplete(skill.held.listed) || skill.held.listed.archives.length > 0)
        soon(server);
      else catalogue.update(skill, doubted);
    },
    /** Takes back the listings that are due, of one server or of all. */
    cancel(server?: CatalogueServer): void {
      for (const [of, cancel] of due) {
        if (server !== undefined && of !== server) continue;
        cancel();
        due.delete(of);
      }
    },
  };
}

/** The skill that has this file. */
function skillWith(server: CatalogueServer, uri: string): CatalogueSkill | null {
  const exact = server.skills.get(uri);
  if (exact !== undefined) return exact;
  for (const skill of server.skills.values())
    if (mainFileOf(skill.entry) === uri || pathInEntry(skill.entry, uri).ok) return skill;
  return null;
}
