import { ruleCases } from '../testing/cases.ts';
import { hostSettings } from './host-power.ts';

const skill = (field: string): string =>
  `---\nname: x\ndescription: What it does.\n${field}\n---\n\nText.\n`;

ruleCases(hostSettings, {
  hits: [
    { name: 'servers', text: skill('mcpServers:\n  a:\n    command: npx a') },
    { name: 'permissions', text: skill('permissions:\n  allow: ["Bash"]') },
    { name: 'an environment, in capitals', text: skill('ENV:\n  A: b') },
    { name: 'its own fork, rated low', text: skill('context: fork'), severity: 'low' },
    { name: 'a model, rated as information', text: skill('model: opus'), severity: 'info' },
  ],
  misses: [
    { name: 'the same words as metadata', text: skill('metadata:\n  permissions: none\n  env: a') },
    { name: 'a license and a version', text: skill('license: MIT\nversion: 1.0.0') },
    {
      // openai/skills, skills/.system/skill-creator (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: skill-creator\ndescription: Guide.\nmetadata:\n  short-description: Create or update a skill\n---\n',
    },
  ],
});
