import type { DialectId } from '../../../shared/model/skill.ts';
import type { DialectAdapter } from './adapter.ts';
import { flat } from './flat.ts';
import { index202604 } from './index-2026-04.ts';
import { index202606 } from './index-2026-06.ts';
import { indexDocuments } from './index-documents.ts';
import { manifest } from './manifest.ts';
import { sep2076 } from './sep-2076.ts';
import { skillRoot } from './skill-root.ts';
import { skillsExt } from './skills-ext.ts';
import { skillsExtDraft } from './skills-ext-draft.ts';
import { wellKnown } from './well-known.ts';

/**
 * Every dialect, in the order of detection: a URI claimed by an earlier one is not claimed again.
 */
export const dialects: readonly DialectAdapter[] = [
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
];

/** The adapter of an entry. Throws for an id without one: entries are only made by adapters. */
export function dialectOf(id: DialectId): DialectAdapter {
  const adapter = dialects.find((candidate) => candidate.id === id);
  if (adapter === undefined) throw new Error(`no adapter for the dialect ${id}`);
  return adapter;
}
