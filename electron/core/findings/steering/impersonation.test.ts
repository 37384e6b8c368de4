import { ruleCases } from '../testing/cases.ts';
import { impersonation } from './manipulation.ts';

const skill = (description: string): string =>
  `---\nname: x\ndescription: ${description}\n---\n\nText.\n`;

ruleCases(impersonation, {
  hits: [
    { name: 'an official skill', text: skill('The official Anthropic skill for spreadsheets.') },
    { name: 'a team', text: skill('Hardening rules of the OpenAI security team.') },
    { name: 'a maker', text: skill('Formatter, published by Microsoft.') },
  ],
  misses: [
    { name: 'a product that it is about', text: skill('Writes issues for GitHub from notes.') },
    {
      name: 'a sentence in the text',
      text: `${skill('Helps.')}This is the official Anthropic way.\n`,
    },
    {
      // anthropics/skills, skills/claude-api (Apache-2.0), in other words
      name: 'the description of a real skill',
      text: skill('Build apps with the Claude API or an SDK of Anthropic'),
    },
  ],
});
