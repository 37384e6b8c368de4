import { listedFiles } from '../../core/stated-paths.ts';
import type { CatalogueListener } from '../catalogue/catalogue.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { AppContext, ReadContext } from '../contexts.ts';

/**
 * Looks again at files that only older rules have looked at, as far as their approved text is kept
 * here: nothing is asked of any server for it.
 */
export async function inspectAgain(
  { catalogue, inspections, snapshots }: ReadContext,
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
export const inspectOlder = (parts: ReadContext): CatalogueListener => ({
  server(server, patch) {
    if (patch?.listing?.status === 'complete') void inspectAgain(parts, server);
  },
});

/** Files that are checked without being asked for; a person can have all of them checked. */
const mostFiles = 5_000;

/**
 * Checks the files of a local folder once it's listed, so that its risk is shown before anything of
 * it is opened. Nothing is contacted for it.
 */
export function checkFolders(parts: AppContext): CatalogueListener {
  const running = new Set<string>();
  const waiting = new Set<string>();
  const check = ({ label, skills }: CatalogueServer): void => {
    const unread = [...skills.values()].filter((skill) => unreadIn(skill) > 0);
    const files = unread.reduce((sum, skill) => sum + unreadIn(skill), 0);
    if (files === 0 || files > mostFiles) return;
    running.add(label);
    const { finished } = parts.operations.start(
      { kind: 'verify', server: label },
      async (signal, progress) => {
        const { verifySkills } = await import('../reading/verify.ts');
        return verifySkills(parts, unread, { signal, keep: true }, progress);
      },
    );
    void finished.then(() => {
      running.delete(label);
      const now = parts.catalogue.servers.get(label);
      // Listed again meanwhile, with other files.
      if (waiting.delete(label) && now !== undefined) check(now);
    });
  };
  return {
    server(server, patch) {
      if (server.configured.folder === undefined || patch?.listing?.status !== 'complete') return;
      if (running.has(server.label)) waiting.add(server.label);
      else check(server);
    },
  };
}

/** Files that nothing is known of, now or from before. */
const unreadIn = ({ entry, held }: CatalogueSkill): number =>
  listedFiles(entry).filter(({ uri }) => held.verdicts.get(uri) === undefined).length;
