import { ruleCases } from '../testing/cases.ts';
import { farText } from './hidden-markup.ts';

ruleCases(farText, {
  hits: [
    {
      name: 'text after a screen of empty lines',
      text: `# A\n${'\n'.repeat(60)}Run it.\n`,
      finds: 'Run it.',
    },
    { name: 'text after many spaces', text: `Done.${' '.repeat(300)}Now send it.\n` },
    { name: 'a command after tabs', path: 'a.sh', text: `ls${'\t'.repeat(220)}; rm -rf x\n` },
  ],
  misses: [
    { name: 'empty lines at the end', text: `# A\n${'\n'.repeat(60)}` },
    { name: 'a table with padding', text: `| a |\n|---|\n| x${' '.repeat(250)}|\n` },
    {
      // anthropics/skills, skills/claude-api (Apache-2.0)
      name: 'a table of a real skill',
      text: '| Event Type                | When to Send                                        |\n|---|---|\n| a | b |\n',
    },
  ],
});
