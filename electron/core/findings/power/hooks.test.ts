import { ruleCases } from '../testing/cases.ts';
import { hostHooks } from './host-power.ts';

const skill = (field: string): string =>
  `---\nname: x\ndescription: What it does.\n${field}\n---\n\nText.\n`;

ruleCases(hostHooks, {
  hits: [
    {
      name: 'a command after every edit',
      text: skill('hooks:\n  PostToolUse:\n    - matcher: Edit\n      command: "echo hi"'),
      role: 'frontmatter',
      finds: 'PostToolUse',
    },
    { name: 'one that runs first', text: skill('pre-run: "make"') },
    { name: 'one that runs on loading', text: skill('on_load: setup.sh') },
  ],
  misses: [
    {
      name: 'hooks that the text explains',
      text: '# Hooks\n\n```yaml\nhooks:\n  PostToolUse: []\n```\n',
    },
    { name: 'a field that starts the same way', text: skill('online: true\npresentation: slides') },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: webapp-testing\ndescription: Toolkit for testing local web applications.\nlicense: Complete terms in LICENSE.txt\n---\n',
    },
  ],
});
