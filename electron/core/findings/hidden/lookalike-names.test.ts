import { ruleCases } from '../testing/cases.ts';
import { lookalikeNames } from './lookalike-names.ts';

ruleCases(lookalikeNames, {
  hits: [
    { name: 'a host with a Cyrillic letter', text: 'Go to https://githu\u0431.com/x first.\n' },
    { name: 'a name of a skill', text: '---\nname: p\u0430yments\ndescription: x\n---\n' },
    { name: 'a tool', text: '---\nname: a\ndescription: x\nallowed-tools: B\u0430sh\n---\n' },
    { name: 'a command', path: 'a.sh', text: 'cur\u04CF -s https://x.example\n' },
  ],
  misses: [
    { name: 'a name in Cyrillic', text: '---\nname: платежи\ndescription: x\n---\n' },
    { name: 'prose in two languages', text: 'The word привет is Russian for hello.\n' },
    {
      // anthropics/skills, skills/algorithmic-art (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: algorithmic-art\ndescription: Creating algorithmic art using p5.js.\n---\n',
    },
  ],
});
