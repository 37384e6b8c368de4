import { describe, expect, it } from 'vitest';
import { collisionsOf } from './collisions.ts';
import { nestingOf } from './nesting.ts';

describe('nesting', () => {
  it("finds what lies in a skill's folder at any depth, and the closest skill around", () => {
    const nesting = nestingOf([
      'skill://a/b/c/SKILL.md',
      'skill://a/SKILL.md',
      'skill://a/b/SKILL.md',
      'skill://z/SKILL.md',
      'skill://a/x/y/SKILL.md',
    ]);
    expect(nesting.get('skill://a/SKILL.md')).toEqual({
      nested: ['skill://a/b/SKILL.md', 'skill://a/b/c/SKILL.md', 'skill://a/x/y/SKILL.md'],
      enclosing: null,
    });
    expect(nesting.get('skill://a/b/SKILL.md')).toEqual({
      nested: ['skill://a/b/c/SKILL.md'],
      enclosing: 'skill://a/SKILL.md',
    });
    expect(nesting.get('skill://a/b/c/SKILL.md')).toEqual({
      nested: [],
      enclosing: 'skill://a/b/SKILL.md',
    });
    expect(nesting.has('skill://z/SKILL.md')).toBe(false);
  });

  it('is not fooled by folders that only begin alike, sort between, or have another scheme', () => {
    expect(
      nestingOf([
        'skill://a/SKILL.md',
        'skill://a-b/SKILL.md',
        'skill://a.b/c/SKILL.md',
        'skill://ab/SKILL.md',
        'other://a/b/SKILL.md',
        'SKILL://a/b/SKILL.md',
      ]).size,
    ).toBe(0);
    expect(
      [
        ...nestingOf(['skill://a/SKILL.md', 'skill://a!/SKILL.md', 'skill://a/b/SKILL.md']).keys(),
      ].sort(),
    ).toEqual(['skill://a/SKILL.md', 'skill://a/b/SKILL.md']);
  });

  it('ignores what is no skill URI and counts a repeated one once', () => {
    expect(nestingOf(['skill://a/SKILL.md', 'skill://a/SKILL.md', 'nonsense', '']).size).toBe(0);
  });
});

describe('name collisions', () => {
  it('are names that more than one skill carries, on any server or in a local folder', () => {
    const found = collisionsOf([
      { name: 'refunds', where: 'acme', uri: 'skill://a/refunds/SKILL.md' },
      { name: 'refunds', where: 'acme', uri: 'skill://b/refunds/SKILL.md' },
      { name: 'refunds', where: 'evil', uri: 'skill://a/refunds/SKILL.md' },
      { name: 'Refunds', where: '~/.claude/skills', uri: '' },
      { name: 'alone', where: 'acme', uri: 'skill://alone/SKILL.md' },
    ]);
    expect(found.get('refunds')?.map(({ where }) => where)).toEqual([
      'acme',
      'acme',
      'evil',
      '~/.claude/skills',
    ]);
    expect(found.get('Refunds')).toBe(found.get('refunds'));
    expect(found.has('alone')).toBe(false);
  });
});
