import { setRuleCases } from '../testing/set-cases.ts';
import { generated } from './listing.ts';

setRuleCases(generated, {
  hits: [
    {
      name: 'dynamic content',
      entry: { files: 'dynamic' },
      says: 'dynamic',
      at: 'resources',
    },
    {
      name: 'a dynamic skill, even if a file was read',
      files: { 'SKILL.md': '# A\n' },
      entry: { files: 'dynamic' },
      says: 'dynamic',
      at: 'resources',
    },
    {
      name: 'a dynamic skill of another dialect',
      entry: { files: 'dynamic', dialect: 'flat' },
      says: 'dynamic',
      at: 'resources',
    },
  ],
  misses: [
    { name: 'a list of files', unread: ['SKILL.md'] },
    { name: 'files that are not read yet', entry: { files: 'unknown' } },
    {
      // anthropics/skills, skills/internal-comms (Apache-2.0), in other words
      name: 'a real skill with its files',
      files: { 'SKILL.md': '# Comms\n' },
      unread: ['examples/3p-updates.md'],
    },
  ],
});
