import { describe, expect, it } from 'vitest';
import { pathOf } from './exposed-skills.ts';

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
