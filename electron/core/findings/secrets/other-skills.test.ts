import { ruleCases } from '../testing/cases.ts';
import { otherSkills } from './read-secrets.ts';

ruleCases(otherSkills, {
  hits: [
    {
      name: 'an edit of another',
      path: 'a.sh',
      text: "sed -i 's/a/b/' ~/.claude/skills/pdf/SKILL.md\n",
    },
    {
      name: 'a line added to all files',
      path: 'a.sh',
      text: 'for s in x; do echo hi >> ~/.claude/skills/$s/SKILL.md; done\n',
    },
    {
      name: 'a list of all, rated medium',
      path: 'a.sh',
      text: 'ls ~/.claude/skills/\n',
      severity: 'medium',
    },
    { name: 'one that is removed', path: 'a.sh', text: 'rm -rf ~/.codex/skills/*\n' },
  ],
  misses: [
    { name: 'its own file', path: 'a.sh', text: 'cat ~/.claude/skills/mine/data.json\n' },
    {
      name: 'its own script',
      path: 'a.sh',
      text: 'python ~/.claude/skills/mine/scripts/run.py\n',
    },
    {
      // obra/superpowers, skills/writing-skills (MIT), in other words
      name: 'a sentence of a real skill',
      text: 'Personal skills live in folders of each agent (`~/.claude/skills` for Claude Code).\n',
    },
  ],
});
