import type { RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { isRecord } from '../../json.ts';
import { problem } from '../../problem.ts';
import { twinKey } from '../../uri.ts';
import type { PageRead, PagesSoFar } from './page.ts';
import { grouped } from '../../../../shared/group-digits.ts';

/**
 * Whether an entry repeats an earlier one unchanged, as when a server repeats a page; that's
 * unambiguous. The URI must be identical, because with two spellings nobody knows which is meant.
 * `resources` counts as a set: a server may list a folder's files in any order.
 */
export function isSameEntry(first: SkillEntry | null, again: SkillEntry | null): boolean {
  if (first === null || again === null || first.uri !== again.uri) return false;
  if (first.dialect !== again.dialect) return false;
  try {
    return textOf(first.raw) === textOf(again.raw);
  } catch {
    return false;
  }
}

function textOf(raw: unknown): string {
  if (!isRecord(raw) || !Array.isArray(raw['resources'])) return canonicalJson(raw);
  const files = (raw['resources'] as readonly unknown[]).map((file) => canonicalJson(file));
  return canonicalJson({ ...raw, resources: files.toSorted() });
}

/** Reported once for a listing that repeats entries. */
export function repeatedProblem(repeats: number): Problem[] {
  if (repeats === 0) return [];
  const times = repeats === 1 ? 'One entry appeared' : `${grouped(repeats)} entries appeared`;
  return [
    problem(
      'uri-repeated',
      `${times} more than once, unchanged. Skillgate keeps each skill once.`,
      {
        expected: 'each skill once',
        clause: 'Listing Skills',
      },
    ),
  ];
}

/**
 * Two entries for one URI, or for two URIs that a person could confuse, that differ: nobody can
 * tell which the server means, and it controls their order. Every copy is refused.
 */
export function duplicateProblem(uri: string): Problem {
  return problem(
    'uri-duplicate',
    'The listing has more than one entry for this URI, ' +
      'or for one that differs only in case, encoding or invisible characters.',
    {
      field: 'uri',
      expected: 'one entry per skill',
      actual: uri,
      clause: 'Skill URIs',
    },
  );
}

/**
 * The entries of a whole listing. A later page can repeat an earlier URI, so the first copies can
 * only be refused here. `sofar` is the state that every page was read with; this also works for a
 * listing that ended early.
 */
export function finishListing(
  pages: readonly PageRead[],
  sofar: PagesSoFar,
): { readonly entries: readonly SkillEntry[]; readonly refused: readonly RefusedEntry[] } {
  const entries: SkillEntry[] = [];
  const refused: RefusedEntry[] = [];
  const differs = sofar.differ.size > 0;
  for (const page of pages) {
    refused.push(...page.refused);
    if (!differs) {
      for (const entry of page.entries) entries.push(entry);
      continue;
    }
    page.entries.forEach((entry, at) => {
      if (!sofar.differ.has(twinKey(entry.uri))) entries.push(entry);
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
