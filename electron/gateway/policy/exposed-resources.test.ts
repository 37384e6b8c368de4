import { describe, expect, it } from 'vitest';
import { describeApproved, describeFolder } from './exposed-resources.ts';
import type { ServedSkill } from './served-skill.ts';

const skill = {
  uri: 'skill://notes/SKILL.md',
  frontmatter: { name: 'notes' },
} as unknown as ServedSkill;
const nameAt = (uri: string): unknown =>
  describeApproved(uri, { kind: 'file', skill, file: { uri, size: 1 } } as never)['name'];

describe('an approved file', () => {
  it.each([
    ['skill://notes/email%20template.md', 'email template.md'],
    ['skill://notes/100%.md', '100%.md'],
    ['skill://notes/SKILL.md', 'notes'],
  ])('at %s has the name %s', (uri, name) => {
    expect(nameAt(uri)).toBe(name);
  });

  it('is in a folder with a decoded name', () => {
    expect(describeFolder('skill://notes/mail%20drafts')).toMatchObject({ name: 'mail drafts' });
  });
});
