import { ruleCases } from '../testing/cases.ts';
import { stuffing } from './manipulation.ts';

ruleCases(stuffing, {
  hits: [
    {
      name: 'a line repeated three hundred times',
      text: `# A\n${'Be good and go on.\n'.repeat(300)}`,
    },
    { name: 'most of a file', text: `# A\n\nText.\n${'Lorem ipsum dolor.\n'.repeat(110)}` },
    { name: 'a text file', path: 'a.txt', text: 'again and again\n'.repeat(250) },
  ],
  misses: [
    { name: 'data', path: 'a.csv', text: '1,2\n'.repeat(400) },
    { name: 'a repeated separator', text: '---\n\n'.repeat(300) },
    {
      // anthropics/skills, skills/theme-factory (Apache-2.0)
      name: 'a list of a real skill',
      text: '1. **Ocean Depths** - Professional and calming maritime theme\n2. **Sunset Boulevard** - Warm\n',
    },
  ],
});
