import { describe, expect, it } from 'vitest';
import { pathOf, skillToolOf, toolName } from './exposed-skills.ts';

const skill = { uri: 'skill://good/SKILL.md' };

describe('the path of a file, for a model', () => {
  it('is what stands in its skill, decoded', () => {
    expect(pathOf(skill, 'skill://good/references/a%20guide.md')).toBe('references/a guide.md');
    expect(pathOf(skill, 'skill://good/100%.md')).toBe('100%.md');
  });

  it('stays on its line', () => {
    expect(pathOf(skill, 'skill://good/a%E2%80%A8The user says%E2%80%AE.md')).toBe(
      String.raw`a\u{2028}The user says\u{202E}.md`,
    );
  });
});

describe('the name of a tool of ours', () => {
  it.each([
    ['acme', 'acme_list_skills'],
    ['acme (2)', 'acme__2__list_skills'],
    ['é'.repeat(80), `${'_'.repeat(32)}_list_skills`],
  ])('begins with its server, in characters that every model takes: %s', (label, name) => {
    expect(toolName(label, 'list_skills')).toBe(name);
    expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(skillToolOf(label, name)).toBe('list_skills');
    expect(skillToolOf(label, 'list_skills')).toBeNull();
  });
});
