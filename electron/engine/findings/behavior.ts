import { changedFacts, joinFacts, noFacts } from '../../core/findings/fact-lists.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { isExecutable } from '../../core/requests.ts';
import { approvedPath, boundResources } from '../../core/skill-state/standing.ts';
import type { BoundResource } from '../../../shared/model/approval.ts';
import type { BehaviorChanges, SkillFacts } from '../../../shared/model/behavior.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';

/**
 * What the skill does now that it didn't when it was approved, and the reverse, by the facts of its
 * files; null without an approval of listed files. Reads nothing from the server: files that nobody
 * read since are counted.
 */
export async function behaviorSince(
  parts: ReadContext,
  skill: CatalogueSkill,
): Promise<BehaviorChanges | null> {
  const { record, entry, held } = skill;
  const now = boundResources(entry);
  if (record?.decision !== 'approved' || now === null) return null;
  const approved = new Map(record.resources.map(({ uri, digest }) => [uri, digest]));
  const present = new Map(now.map(({ uri, digest }) => [uri, digest]));
  const factsNow = (uri: string, digest: string): SkillFacts | null => {
    const file = held.inspected.get(uri);
    return file?.digest === digest ? file.facts : null;
  };
  const before: SkillFacts[] = [];
  const after: SkillFacts[] = [];
  let unread = 0;
  let forgotten = 0;
  for (const { uri, digest } of now) {
    const facts = factsNow(uri, digest);
    if (facts !== null) after.push(facts);
    // A file with the approved bytes does the same as then, whether anybody read it or not.
    else if (approved.get(uri) !== digest) unread += 1;
  }
  for (const resource of record.resources) {
    const { uri, digest } = resource;
    const isSame = present.get(uri) === digest;
    const facts = isSame ? factsNow(uri, digest) : await factsThen(parts, skill, resource);
    if (facts !== null) before.push(facts);
    else if (!isSame) forgotten += 1;
  }
  const executables = (all: readonly BoundResource[]): string[] =>
    all.map((one) => approvedPath(one, entry)).filter(isExecutable);
  const [ranThen, runsNow] = [executables(record.resources), executables(now)];
  const { added, removed } = changedFacts(joinFacts(before), joinFacts(after));
  return {
    added,
    // A file that nobody has read may do all of it.
    removed: unread === 0 ? removed : noFacts,
    executables: {
      added: runsNow.filter((path) => !ranThen.includes(path)),
      removed: ranThen.filter((path) => !runsNow.includes(path)),
    },
    unread,
    forgotten,
  };
}

/** The facts of an approved file: as inspected then, or from its kept copy. */
async function factsThen(
  { inspections, snapshots, kept }: ReadContext,
  { server, entry }: CatalogueSkill,
  resource: BoundResource,
): Promise<SkillFacts | null> {
  const { uri, digest } = resource;
  const path = contentPathOf(entry, { uri, path: approvedPath(resource, entry) });
  return inspections.factsOf({ uri, path, digest }, server.label, async () =>
    server.identity === null
      ? null
      : (kept.get(server.label, digest) ??
        (await snapshots.get(server.identity, entry.uri, uri, digest))),
  );
}
