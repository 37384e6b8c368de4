import { ruleCases } from '../testing/cases.ts';
import { farTools } from './tools.ts';

const asking = (line: string): string =>
  `---\nname: x\ndescription: What it does.\n${line}\n---\n\nText.\n`;

ruleCases(farTools, {
  hits: [
    {
      name: 'a tool that downloads',
      text: asking('allowed-tools: Read, WebFetch'),
      finds: 'WebFetch',
    },
    { name: 'a tool that writes, in a list', text: asking('allowed-tools:\n  - Write') },
    {
      name: 'a limited command that uses the network',
      text: asking('allowed-tools: Bash(curl:*)'),
    },
  ],
  misses: [
    { name: 'tools that only read', text: asking('allowed-tools: Read, Grep, Glob') },
    { name: 'a field with another name', text: asking('tags: [Write, WebFetch]') },
    {
      // obra/superpowers, skills/brainstorming (MIT)
      name: 'a real skill that asks for no tools',
      text: '---\nname: brainstorming\ndescription: You MUST use this before any creative work.\n---\n',
    },
  ],
});
