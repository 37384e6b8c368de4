import { ruleCases } from '../testing/cases.ts';
import { direction } from './hidden-characters.ts';

ruleCases(direction, {
  hits: [
    {
      name: 'a condition that looks like a comment',
      path: 'a.py',
      text: 'if access != "user\u202E \u2066# admin only\u2069 \u2066": go()\n',
    },
    { name: 'a file name that appears to end in txt', text: 'Open `report\u202Etxt.sh`.\n' },
    { name: 'an unclosed embedding', text: 'Read \u202Athe file first.\n' },
    {
      name: 'a closed embedding of Hebrew, rated low',
      text: 'The word \u202Bשלום\u202C means peace.\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'Hebrew without marks', text: 'The word שלום means peace.\n' },
    { name: 'a single direction mark', text: 'Price:\u200E 5\n' },
    {
      // anthropics/skills, skills/brand-guidelines (Apache-2.0)
      name: 'the arrows of a real skill',
      text: 'Headings: Poppins (with Arial fallback) → 24pt and larger ← never smaller\n',
    },
  ],
});
