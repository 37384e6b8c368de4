import { ruleCases } from '../testing/cases.ts';
import { unusedTool } from './tools.ts';

const skill = (tools: string, body: string): string =>
  `---\nname: x\ndescription: What it does.\nallowed-tools: ${tools}\n---\n\n${body}`;

ruleCases(unusedTool, {
  hits: [
    { name: 'a network tool', text: skill('Read, WebFetch', 'Write better prose.\n') },
    { name: 'a shell', text: skill('Bash', 'Use short sentences.\n') },
    { name: 'a search', text: skill('WebSearch, Read', 'Use short sentences.\n') },
  ],
  misses: [
    { name: 'a tool that is used', text: skill('WebFetch', 'Fetch the page and sum it up.\n') },
    { name: 'a shell with a command', text: skill('Bash', 'Run `npm test`.\n') },
    {
      // vercel-labs/agent-skills, skills/web-design-guidelines (MIT), in other words
      name: 'a real skill that asks for no tools',
      text: '---\nname: web-design-guidelines\ndescription: Review UI code.\n---\n\nRead the files.\n',
    },
  ],
});
