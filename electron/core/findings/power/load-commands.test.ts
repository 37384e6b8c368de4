import { ruleCases } from '../testing/cases.ts';
import { loadCommands } from './host-power.ts';

ruleCases(loadCommands, {
  hits: [
    { name: 'a command on a line', text: '## Status\n\n!`git status`\n', finds: '!`git status`' },
    { name: 'a script of the skill', text: 'Look: !`bash ${CLAUDE_SKILL_DIR}/a.sh` and go on.\n' },
    {
      name: 'a substitution in the frontmatter',
      text: '---\nname: a\ndescription: b\ncontext: $(cat ~/.netrc)\n---\n',
    },
    {
      name: 'one shown in a fence, rated medium',
      text: 'Write it so:\n\n```markdown\n!`git diff`\n```\n',
      severity: 'medium',
    },
    { name: 'a fence that the app runs', text: '```!\nmake all\n```\n' },
  ],
  misses: [
    { name: 'an image', text: '![chart](a.png)\n' },
    { name: 'an exclamation mark before backticks', text: 'Never use it!`x` is another thing.\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'inline code of a real skill',
      text: 'Run `git worktree list` and then `git status`; it works!\n',
    },
  ],
});
