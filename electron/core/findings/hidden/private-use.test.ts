import { ruleCases } from '../testing/cases.ts';
import { privateUse } from './hidden-characters.ts';

ruleCases(privateUse, {
  hits: [
    { name: 'an icon in prose', text: 'Press \uE0A0 to go on.\n' },
    { name: 'one in a name', text: '---\nname: a\uF101b\ndescription: x\n---\n' },
    {
      name: 'a message in the last Unicode planes',
      text: `a${'\u{F0061}'.repeat(9)}\n`,
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'Georgian letters', text: 'გამარჯობა\n' },
    { name: 'mathematics', text: '∀x ∈ ℝ: x² ≥ 0\n' },
    {
      // anthropics/skills, skills/theme-factory (Apache-2.0)
      name: 'a palette of a real skill',
      text: '- **Deep Navy**: `#1a2332` - Primary background color\n',
    },
  ],
});
