import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';
import type { LintSkill } from './skill-files.ts';

const saidOf = (id: string, frontmatter: string): readonly string[] => {
  const text = `---\nname: a\n${frontmatter}\n---\nText\n`;
  const skill: LintSkill = {
    ...{ folder: 'a', name: 'a' },
    files: [{ path: 'SKILL.md', size: text.length, text }],
  };
  const check = lint([skill]).find((one) => one.id === `skillgate/${id}`);
  return check?.faults.map(({ said }) => said) ?? [];
};

describe('a description', () => {
  it.each([
    ['Use it for issue #12', ['the text after " #" is a comment and isn\'t part of it: "12"']],
    ['Use it for issue#12 alone', []],
    ['"Use it for #12"', []],
    ['Use it for C #later', ['the text after " #" is a comment and isn\'t part of it: "later"']],
  ])('that a comment cuts short is named: %s', (description, said) => {
    expect(saidOf('description-comment', `description: ${description}`)).toEqual(said);
  });
});

describe('a field that the reference checker rejects', () => {
  it.each(['model: opus', 'hooks: {}', 'disable-model-invocation: true'])(
    'and that apps obey is never advised into metadata: %s',
    (field) => {
      const [said] = saidOf('fields', `description: d\n${field}`);
      expect(said).toMatch(/, which some apps obey$/);
    },
  );
  it('is only named if no app obeys it', () => {
    const [said] = saidOf('fields', 'description: d\ncolor: red');
    expect(said).toBe('the reference checker rejects the field color');
  });
});
