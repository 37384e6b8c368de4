import { ruleCases } from '../testing/cases.ts';
import { hiddenFileRun } from './hidden-programs.ts';

ruleCases(hiddenFileRun, {
  hits: [
    {
      name: 'a search that runs the files that it finds',
      path: 'a.sh',
      text: "find . -name '.*.sh' -exec sh {} \\;\n",
    },
    {
      name: 'a list passed to a shell',
      path: 'a.sh',
      text: "find . -path './.cache/*' | xargs bash\n",
    },
    { name: 'a hidden script', path: 'a.sh', text: 'bash scripts/.setup.sh\n' },
  ],
  misses: [
    { name: 'a search in hidden folders', path: 'a.sh', text: 'find .git -name HEAD -print\n' },
    { name: 'settings that are read', path: 'a.sh', text: 'source .env\n. ~/.bashrc\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a command of a real skill',
      text: '```bash\nls -d .worktrees 2>/dev/null\n```\n',
    },
  ],
});
