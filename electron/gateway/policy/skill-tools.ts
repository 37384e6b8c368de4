import { givesSkills, nameOf } from '../../core/dialects/listing/skill-tools.ts';

/** A server's list of tools, of which those that give skills are left out. */
export const withoutSkillTools = (tools: readonly unknown[]): readonly unknown[] =>
  tools.filter((tool) => !givesSkills(nameOf(tool)));
