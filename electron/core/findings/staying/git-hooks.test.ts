import { ruleCases } from '../testing/cases.ts';
import { gitHooks } from './staying.ts';

ruleCases(gitHooks, {
  hits: [
    { name: 'a hook', path: 'a.sh', text: 'cp a .git/hooks/pre-commit\n' },
    {
      name: 'a folder of hooks',
      path: 'a.sh',
      text: 'git config --global core.hooksPath /tmp/h\n',
    },
    {
      name: 'a command for connections',
      path: 'a.sh',
      text: 'git -c core.sshCommand="sh a.sh" fetch\n',
    },
    {
      name: 'a short name that is a shell',
      path: 'a.sh',
      text: "git config alias.st '!curl x.example'\n",
    },
  ],
  misses: [
    { name: 'an editor', path: 'a.sh', text: 'git config --global core.editor "code --wait"\n' },
    { name: 'a name', path: 'a.sh', text: 'git config user.name "A"\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a command of a real skill',
      text: '```bash\ngit worktree add "$path" -b "$BRANCH_NAME"\ngit check-ignore -q .worktrees\n```\n',
    },
  ],
});
