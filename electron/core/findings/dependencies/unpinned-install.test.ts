import { ruleCases } from '../testing/cases.ts';
import { unpinnedInstall } from './sources.ts';

ruleCases(unpinnedInstall, {
  hits: [
    { name: 'a Python package', path: 'a.sh', text: 'pip install requests\n' },
    { name: 'a program downloaded to be run', path: 'a.sh', text: 'npx --yes some-tool\n' },
    { name: 'the newest version on purpose', path: 'a.sh', text: 'npm i -g tool@latest\n' },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'the command of a real skill',
      text: '```bash\npip install pillow imageio numpy\n```\n',
    },
  ],
  misses: [
    { name: 'a version', path: 'a.sh', text: 'pip install requests==2.32.3\nnpx tool@1.2.3\n' },
    {
      name: 'a list in a file',
      path: 'a.sh',
      text: 'pip install -r requirements.txt\nnpm install\n',
    },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0), in other words
      name: 'a command of a real skill',
      text: '```bash\npython scripts/package_skill.py path/to/skill\n```\n',
    },
  ],
});
