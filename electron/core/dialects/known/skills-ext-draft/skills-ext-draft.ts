import { defaults, recognised } from '../../defaults.ts';
import type { SkillDialect } from '../../dialect.ts';
import { readFolder } from '../../forms/folder.ts';
import { getSkill, listSkills } from '../../forms/skills-methods.ts';
import { claimDrafts } from './entry.ts';

/** Drafts of SEP-2640 from July and August 2026: the same methods with entries of another shape. */
export const skillsExtDraft: SkillDialect = {
  ...defaults,
  id: 'skills-ext-draft',
  label: 'Skills extension, draft of July 2026',
  recognise: () => recognised('nothing'),
  list: listSkills,
  entry: getSkill,
  folder: readFolder,
  claims: claimDrafts,
};
