import { defaults, recognised } from '../../defaults.ts';
import type { SkillDialect } from '../../dialect.ts';
import { readFolder } from '../../forms/folder.ts';
import { getSkill, listSkills } from '../../forms/skills-methods.ts';
import { claimDrafts } from './entry.ts';

/** The SEP-2640 drafts of July and August 2026: the same methods with a different entry shape. */
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
