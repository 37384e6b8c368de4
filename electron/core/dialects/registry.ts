import type { DialectId } from '../../../shared/model/skill.ts';
import type { Dialect } from './dialect.ts';
import { flat } from './known/flat.ts';
import { index202604 } from './known/index-2026-04.ts';
import { index202606 } from './known/index-2026-06.ts';
import { indexDocuments } from './known/index-documents.ts';
import { manifest } from './known/manifest.ts';
import { sep2076 } from './known/sep-2076/sep-2076.ts';
import { skillRoot } from './known/skill-root.ts';
import { skillsExtDraft } from './known/skills-ext-draft/skills-ext-draft.ts';
import { skillsExt } from './known/skills-ext/skills-ext.ts';
import { wellKnown } from './known/well-known.ts';

/** The dialects that a program knows. */
export interface Dialects {
  /** In the order of detection: a URI claimed by an earlier one is not claimed again. */
  readonly all: readonly Dialect[];
  /** The dialect of an entry. Throws for an id without one: entries are only made by dialects. */
  of(id: DialectId): Dialect;
}

/** Throws when two have one id. */
export function registryOf(all: readonly Dialect[]): Dialects {
  const byId = new Map(all.map((dialect) => [dialect.id, dialect]));
  if (byId.size < all.length) throw new Error('two dialects have one id');
  return {
    all,
    of(id) {
      const dialect = byId.get(id);
      if (dialect === undefined) throw new Error(`no dialect is called ${id}`);
      return dialect;
    },
  };
}

export const dialects: Dialects = registryOf([
  skillsExt,
  skillsExtDraft,
  index202606,
  index202604,
  sep2076,
  manifest,
  skillRoot,
  indexDocuments,
  flat,
  wellKnown,
]);
