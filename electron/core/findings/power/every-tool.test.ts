import { ruleCases } from '../testing/cases.ts';
import { everyTool } from './tools.ts';

const asking = (line: string): string =>
  `---\nname: x\ndescription: What it does.\n${line}\n---\n\nText.\n`;

ruleCases(everyTool, {
  hits: [
    {
      name: 'a bare shell, rated low',
      text: asking('allowed-tools: Read, Bash'),
      finds: 'Read, Bash',
      severity: 'low',
    },
    { name: 'every tool by a word', text: asking('allowed-tools: all') },
    { name: 'a shell with a star', text: asking('allowed-tools: Bash(*)'), role: 'frontmatter' },
    { name: 'a star in a list', text: asking('allowed-tools:\n  - Read\n  - "*"') },
  ],
  misses: [
    { name: 'a single shell command', text: asking('allowed-tools: Bash(git add:*), Read') },
    { name: 'a sentence about it', text: 'Set `allowed-tools: Bash(*)` in your own skill.' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: skill-creator\ndescription: Guide for creating effective skills.\nlicense: Complete terms in LICENSE.txt\n---\n',
    },
  ],
});
