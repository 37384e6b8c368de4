import type { Problem } from '../../../shared/model/problem.ts';
import type { DialectId } from '../../../shared/model/skill.ts';
import type { SkillDialect } from './dialect.ts';

/** The dialects that a program knows. */
export interface DialectRegistry {
  /** In order of detection: a later dialect can't claim a URI that an earlier one claimed. */
  readonly all: readonly SkillDialect[];
  /** The dialect of an entry. Throws on an unknown id, because only dialects make entries. */
  of(id: DialectId): SkillDialect;
  /** Words a problem of a listing in the final extension like the check about the same thing. */
  said(problem: Problem): Problem;
}

/** Throws if two dialects share an id. Callers without checks omit `said`. */
export function registryOf(
  all: readonly SkillDialect[],
  said = (problem: Problem): Problem => problem,
): DialectRegistry {
  const byId = new Map(all.map((dialect) => [dialect.id, dialect]));
  if (byId.size < all.length) throw new Error('two dialects share an id');
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
