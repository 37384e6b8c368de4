import type { RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { problem } from '../../problem.ts';
import { twinKey } from '../../uri.ts';
import type { PageRead, PagesSoFar } from './pages.ts';

/**
 * Two entries for one URI, or for two URIs that a person could take for one: nobody can say
 * which the server means, and it controls their order. Every copy is refused.
 */
export function duplicateProblem(uri: string): Problem {
  return problem(
    'uri-duplicate',
    'The listing has more than one entry for this URI, or for one that differs only in case, encoding or invisible characters.',
    {
      field: 'uri',
      expected: 'one entry per skill',
      actual: uri,
      clause: 'Skill URIs',
    },
  );
}

/**
 * The entries of a whole listing. A later page can repeat a URI of an earlier one, so the
 * copies that came first are only found out here. `sofar` is the one that every page was
 * read with; works as well on the pages of a listing that was cut short.
 */
export function finishListing(
  pages: readonly PageRead[],
  sofar: PagesSoFar,
): { readonly entries: readonly SkillEntry[]; readonly refused: readonly RefusedEntry[] } {
  const entries: SkillEntry[] = [];
  const refused: RefusedEntry[] = [];
  const repeats = [...sofar.seen.values()].some((count) => count > 1);
  for (const page of pages) {
    refused.push(...page.refused);
    if (!repeats) {
      for (const entry of page.entries) entries.push(entry);
      continue;
    }
    page.entries.forEach((entry, at) => {
      if ((sofar.seen.get(twinKey(entry.uri)) ?? 0) < 2) entries.push(entry);
      else
        refused.push({
          server: entry.server,
          index: page.positions[at] ?? -1,
          uri: entry.uri,
          name: entry.name,
          problem: duplicateProblem(entry.uri),
          others: [],
          dialect: entry.dialect,
        });
    });
  }
  refused.sort((a, b) => a.index - b.index);
  return { entries, refused };
}
