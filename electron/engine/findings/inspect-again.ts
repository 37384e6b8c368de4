import { listedFiles } from '../../core/files.ts';
import type { CatalogueListener } from '../catalogue/catalogue.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { EngineParts } from '../parts.ts';

type InspectingParts = Pick<EngineParts, 'catalogue' | 'inspections' | 'snapshots'>;

/**
 * Looks again at files that only older rules have looked at, as far as their approved text is kept
 * here: nothing is asked of any server for it.
 */
export async function inspectAgain(
  { catalogue, inspections, snapshots }: InspectingParts,
  server: CatalogueServer,
): Promise<void> {
  const { identity } = server;
  if (identity === null) return;
  for (const skill of [...server.skills.values()]) {
    for (const { uri, digest } of olderFiles(skill)) {
      await inspections.room(server);
      const bytes = await snapshots.get(identity, skill.uri, uri, digest);
      const now = catalogue.at(skill);
      if (bytes !== null && now !== null) inspections.saw(now, { uri, bytes, digest });
    }
  }
}

/** Only of what was approved is any text kept. */
function olderFiles({ held, entry, record }: CatalogueSkill): { uri: string; digest: string }[] {
  if (record === null || held.inspected.size === 0) return [];
  const kept = new Map(record.resources.map(({ uri, digest }) => [uri, digest]));
  return listedFiles(entry).flatMap(({ uri, digest }) => {
    const gaps = held.inspected.get(uri)?.notInspected ?? [];
    const isOlder = gaps.some(({ reason }) => reason === 'older-rules');
    return isOlder && digest !== undefined && kept.get(uri) === digest ? [{ uri, digest }] : [];
  });
}

/** Does so after each listing. */
export const inspectOlder = (parts: InspectingParts): CatalogueListener => ({
  server(server, patch) {
    if (patch?.listing?.status === 'complete') void inspectAgain(parts, server);
  },
});
