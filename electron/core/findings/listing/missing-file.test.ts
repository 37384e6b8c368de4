import { setRuleCases } from '../testing/set-cases.ts';
import { missingFile } from './listing.ts';

setRuleCases(missingFile, {
  hits: [
    {
      name: 'a link to a missing guide',
      files: { 'SKILL.md': '# A\n\nRead [the guide](references/guide.md) first.\n' },
      says: 'references/guide.md',
      at: 'SKILL.md',
      line: 3,
    },
    {
      name: 'a script that a command runs',
      files: { 'SKILL.md': '# A\n\n```bash\npython scripts/setup.py --all\n```\n' },
      unread: ['scripts/other.py'],
      says: 'scripts/setup.py',
      at: 'SKILL.md',
      line: 4,
      confidence: 'medium',
    },
    {
      name: 'one run by its own path, and a link',
      files: { 'SKILL.md': '# A\n\nRun `./bin/go.sh now`, see [it](docs/go.md#top).\n' },
      says: 'docs/go.md',
      at: 'SKILL.md',
      count: 2,
    },
  ],
  misses: [
    {
      name: 'files that the skill has',
      files: { 'SKILL.md': 'Read [the guide](references/guide.md), run `bash scripts/a.sh x`.\n' },
      unread: ['references/guide.md', 'scripts/a.sh'],
    },
    {
      name: 'a file that the text creates first',
      files: {
        'SKILL.md': '```bash\necho 1 > out/a.py\npython out/a.py\n```\n',
      },
    },
    {
      name: 'placeholders, folders, addresses and inline code',
      files: {
        'SKILL.md':
          '[a](path/to/file.md) [b](references/) [c](https://x.example/a.md) `[d](e.md)` [f](refs)\n',
      },
      unread: ['refs/a.md'],
    },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0), in other words
      name: 'links in an example of how skills are written, in a real skill',
      files: {
        'SKILL.md': '# Skills\n\nFor example:\n\n```markdown\nSee [FORMS.md](FORMS.md)\n```\n',
      },
    },
  ],
});
