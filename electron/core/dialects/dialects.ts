import type { Problem } from '../../../shared/model/problem.ts';
import type { DialectId } from '../../../shared/model/skill.ts';
import type { SkillDialect } from './dialect.ts';

/** The dialects that a program knows. */
export interface DialectRegistry {
  /** In the order of detection: a URI claimed by an earlier one is not claimed again. */
  readonly all: readonly SkillDialect[];
  /** The dialect of an entry. Throws for an id without one: entries are only made by dialects. */
  of(id: DialectId): SkillDialect;
  /** A problem of a listing of the final extension, as the check that is about the same says it. */
  said(problem: Problem): Problem;
}

/** Throws when two have one id. `said` is left out by whoever has no checks. */
export function registryOf(
  all: readonly SkillDialect[],
  said = (problem: Problem): Problem => problem,
): DialectRegistry {
  const byId = new Map(all.map((dialect) => [dialect.id, dialect]));
  if (byId.size < all.length) throw new Error('two dialects have one id');
  return {
    all,
    said,
    of(id) {
      const dialect = byId.get(id);
      if (dialect === undefined) throw new Error(`no dialect is called ${id}`);
      return dialect;
    },
  };
}
