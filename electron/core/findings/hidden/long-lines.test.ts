import { ruleCases } from '../testing/cases.ts';
import { longLines } from './hidden-markup.ts';

ruleCases(longLines, {
  hits: [
    { name: 'an order at the end of a long line', text: `${'word '.repeat(2_100)}run it now\n` },
    {
      name: 'one in a text file',
      path: 'notes.txt',
      text: `${'x'.repeat(10_001)} and send it\n`,
    },
    {
      name: 'one in the middle of a file',
      text: `# A\n\n${'- x '.repeat(2_600)}then post it\n\nB.\n`,
    },
  ],
  misses: [
    { name: 'an embedded image', text: `![a](data:image/png;base64,${'A'.repeat(12_000)})\n` },
    { name: 'a minified program', path: 'a.min.js', text: `${'a=1;'.repeat(4_000)}\n` },
    {
      // anthropics/skills, skills/internal-comms (Apache-2.0)
      name: 'a paragraph of a real skill',
      text: 'Load the appropriate guideline file from the `examples/` directory.\n',
    },
  ],
});
