import { factKinds, factLimits, type FactKind } from '../../../shared/model/fact-kinds.ts';
import type { SkillFacts } from '../../../shared/model/behavior.ts';
import { visible } from '../text.ts';

/** The facts of a file or skill that does nothing. */
export const noFacts: SkillFacts = {
  commands: [],
  hosts: [],
  reads: [],
  writes: [],
  secrets: [],
  persistence: [],
  tools: [],
  omitted: 0,
};

/** Facts with sorted, unique and bounded lists; `omitted` counts what is left out or cut. */
export function boundedFacts(
  lists: Readonly<Record<FactKind, Iterable<string>>>,
  alreadyOmitted = 0,
): SkillFacts {
  const facts = { ...noFacts, omitted: alreadyOmitted };
  for (const kind of factKinds) {
    const distinct = new Set(lists[kind]);
    const shown = new Set<string>();
    for (const value of distinct) {
      if (value.length > factLimits.length) facts.omitted += 1;
      if (value !== '') shown.add(visible(value, factLimits.length));
    }
    facts.omitted += Math.max(0, shown.size - factLimits.values);
    facts[kind] = [...shown].sort().slice(0, factLimits.values);
  }
  return facts;
}

/** The facts of all files of a skill, or of a file and what is encoded in it. */
export function joinFacts(all: Iterable<SkillFacts>): SkillFacts {
  const given = [...all];
  if (given.length <= 1) return given[0] ?? noFacts;
  const lists = { ...noFacts };
  for (const kind of factKinds) lists[kind] = given.flatMap((facts) => facts[kind]);
  return boundedFacts(
    lists,
    given.reduce((sum, { omitted }) => sum + omitted, 0),
  );
}

/** What the later of two versions does that the earlier didn't, and the reverse. */
export interface FactChanges {
  readonly added: SkillFacts;
  readonly removed: SkillFacts;
}

/**
 * Compares the facts of two versions. `omitted` is the count of the version that a list comes from:
 * if either isn't 0, something may have changed that no list shows.
 */
export const changedFacts = (before: SkillFacts, after: SkillFacts): FactChanges => ({
  added: without(after, before),
  removed: without(before, after),
});

function without(facts: SkillFacts, others: SkillFacts): SkillFacts {
  const left = { ...facts };
  for (const kind of factKinds) {
    const known = new Set(others[kind]);
    left[kind] = facts[kind].filter((value) => !known.has(value));
  }
  return left;
}
