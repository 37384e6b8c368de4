import { related, type SkillState, type SkillRelations } from '../../skill-state/skill.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { sameName } from './listing.ts';

const beside =
  (found: Partial<SkillRelations>) =>
  (held: SkillState): SkillState =>
    related(held, { ...held.relations, ...found });
const elsewhere = { where: 'evil', uri: 'skill://evil/refunds/SKILL.md' };
const text = '---\nname: refunds\ndescription: Process refunds\n---\n\n# Refunds\n';

setRuleCases(sameName, {
  hits: [
    {
      name: 'the same name on another server, in the entry while nothing was read',
      unread: ['SKILL.md'],
      held: beside({ collisions: [elsewhere] }),
      says: 'refunds: the same name on evil',
      at: 'frontmatter.name',
    },
    {
      name: 'one in the home folder, at the line with the name',
      files: { 'SKILL.md': text },
      held: beside({ collisions: [{ where: '~/.claude/skills', uri: '' }] }),
      says: '~/.claude/skills',
      at: 'SKILL.md',
      line: 2,
    },
    {
      name: 'a name that looks like it',
      files: { 'SKILL.md': text },
      held: beside({ alike: [{ ...elsewhere, name: 'refvnds' }] }),
      says: 'refvnds on evil',
      at: 'SKILL.md',
    },
  ],
  misses: [
    { name: 'a name of its own', files: { 'SKILL.md': text } },
    {
      name: 'another version on the same server',
      files: { 'SKILL.md': text },
      held: beside({ collisions: [{ where: 'acme', uri: 'skill://acme/v2/refunds/SKILL.md' }] }),
    },
    {
      // anthropics/skills, skills/pdf and skills/pptx (Apache-2.0)
      name: 'two different names of real skills',
      files: { 'SKILL.md': '---\nname: pdf\ndescription: d\n---\n' },
      entry: { name: 'pdf' },
    },
  ],
});
