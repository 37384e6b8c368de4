import { defaults } from '../../defaults.ts';
import type { SkillDialect } from '../../dialect.ts';
import { readFolder } from '../../forms/folder.ts';
import { getSkill, listSkills } from '../../forms/skills-methods.ts';
import { recogniseSkillsExt } from './detection.ts';

/** SEP-2640 Final: `specification/stable/skills.mdx`. */
export const skillsExt: SkillDialect = {
  ...defaults,
  id: 'skills-ext',
  label: 'Skills extension (SEP-2640)',
  recognise: recogniseSkillsExt,
  list: listSkills,
  entry: getSkill,
  folder: readFolder,
};
