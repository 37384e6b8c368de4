import { entryOf, recordOn } from '../../skill-state/held.fixture.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { changedPower } from './tools.ts';

const before = { name: 'refunds', description: 'Process refunds' };
const approved = recordOn(entryOf({ frontmatter: { ...before, 'allowed-tools': 'Read' } }));

setRuleCases(changedPower, {
  hits: [
    {
      name: 'more tools',
      unread: ['SKILL.md'],
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read, Bash' } },
      record: approved,
      says: '"Read" when approved, "Read, Bash" now',
      at: 'frontmatter.allowed-tools',
    },
    {
      name: 'new hooks, with their line',
      files: {
        'SKILL.md':
          '---\nname: refunds\ndescription: Process refunds\nallowed-tools: Read\nhooks: {a: b}\n---\n',
      },
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read', hooks: { a: 'b' } } },
      record: approved,
      says: 'hooks: nothing when approved',
      at: 'SKILL.md',
      line: 5,
    },
    {
      name: 'a setting in a map',
      entry: {
        frontmatter: { ...before, permissions: { allow: ['x', 'y'] } },
      },
      record: recordOn(entryOf({ frontmatter: { ...before, permissions: { allow: ['x'] } } })),
      says: 'permissions.allow',
      at: 'frontmatter.permissions',
    },
  ],
  misses: [
    {
      name: 'the same as when it was approved',
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read' } },
      record: approved,
    },
    {
      name: 'other fields, which are compared elsewhere',
      entry: {
        description: 'Other',
        frontmatter: { ...before, description: 'Other', 'allowed-tools': 'Read' },
      },
      record: approved,
    },
    { name: 'a skill that was never approved', entry: { frontmatter: { ...before, hooks: {} } } },
    {
      // anthropics/skills, skills/docx (Apache-2.0), in other words
      name: 'a license that a real skill added later',
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read', license: 'Proprietary' } },
      record: approved,
    },
  ],
});
