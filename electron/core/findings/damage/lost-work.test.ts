import { ruleCases } from '../testing/cases.ts';
import { lostWork } from './destruction.ts';

ruleCases(lostWork, {
  hits: [
    { name: 'a forced push', path: 'a.sh', text: 'git push --force origin main\n' },
    { name: 'a rewritten history', path: 'a.sh', text: 'git filter-branch --all\n' },
    { name: 'a database', path: 'a.sh', text: 'dropdb app\n' },
    {
      name: 'a reset, rated low',
      path: 'a.sh',
      text: 'git reset --hard HEAD~1\n',
      severity: 'low',
    },
    {
      name: 'a table, rated low',
      path: 'a.py',
      text: 'db.execute("DROP TABLE users")\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a push', path: 'a.sh', text: 'git push origin main\n' },
    { name: 'a merged branch', path: 'a.sh', text: 'git branch -d done\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a command of a real skill',
      text: '```bash\ngit worktree add "$path" -b "$BRANCH_NAME"\n```\n',
    },
  ],
});
