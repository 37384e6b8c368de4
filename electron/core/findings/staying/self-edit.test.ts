import { ruleCases } from '../testing/cases.ts';
import { selfEdit } from './agent-changes.ts';

ruleCases(selfEdit, {
  hits: [
    {
      name: 'a growing string',
      path: 'a.sh',
      text: 'echo "new" >> "${CLAUDE_SKILL_DIR}/SKILL.md"\n',
    },
    { name: 'a script that replaces itself', path: 'a.sh', text: 'mv /tmp/new "$0"\n' },
    {
      name: 'a program that writes itself',
      path: 'a.py',
      text: 'open(__file__, "w").write(code)\n',
    },
    {
      name: 'an order, rated medium',
      text: 'Then update your own instructions with it.\n',
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'a result', path: 'a.sh', text: 'echo "{}" > "$OUT/result.json"\n' },
    { name: 'a file that it reads', path: 'a.py', text: 'here = open(__file__).read()\n' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0), in other words
      name: 'an order of a real skill about another skill',
      text: 'Edit the SKILL.md of the new skill until the description triggers well.\n',
    },
  ],
});
