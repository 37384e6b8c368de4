import { describe, expect, it } from 'vitest';
import { alikeOf, collisionsOf, nestingOf } from './related-skills.ts';

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

  it('has the skill around that is closest, also beside another branch, in whatever order', () => {
    const uris = ['skill://a/SKILL.md', 'skill://a/b/SKILL.md', 'skill://a/c/SKILL.md'];
    for (const order of [uris, uris.toReversed()]) {
      const nesting = nestingOf([...order, 'skill://a/c/d/SKILL.md', 'skill://b/SKILL.md']);
      expect(nesting.get('skill://a/c/d/SKILL.md')?.enclosing).toBe('skill://a/c/SKILL.md');
      expect(nesting.get('skill://a/b/SKILL.md')).toEqual({
        nested: [],
        enclosing: 'skill://a/SKILL.md',
      });
      expect(nesting.size).toBe(4);
    }
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
    expect(found.get('refunds')?.all.map(({ where }) => where)).toEqual([
      'acme',
      'acme',
      'evil',
      '~/.claude/skills',
    ]);
    expect(found.get('Refunds')).toBe(found.get('refunds'));
    expect(found.has('alone')).toBe(false);
  });

  it('are names that are the same in another case or in other forms of letters', () => {
    const named = (...names: string[]) =>
      collisionsOf(names.map((name) => ({ name, where: 'acme', uri: '' })));
    // The upper case of ß is SS, which is another name.
    expect(named('straße', 'STRASSE').size).toBe(0);
    expect(named('\uFF52efunds', 'refunds', 'REFUNDS').size).toBe(3);
    expect([...named('a', 'A').values()].map(({ all }) => all.length)).toEqual([2, 2]);
  });
});

describe('a server that fills the list of names', () => {
  const many = (name: (index: number) => string, where: string) =>
    Array.from({ length: 2_000 }, (_, index) => ({
      name: name(index),
      where,
      uri: `skill://${where}/${index}/SKILL.md`,
    }));

  it('hides no other place that has the name', () => {
    const found = collisionsOf([
      ...many(() => 'pdf', 'evil'),
      { name: 'pdf', where: 'good', uri: 'skill://pdf/SKILL.md' },
    ]);
    expect(found.get('pdf')?.firsts.map(({ where }) => where)).toEqual(['evil', 'good']);
  });

  it('hides no other place with a name that reads alike', () => {
    const spelled = (index: number): string =>
      [...index.toString(2).padStart(12, '0')].map((bit) => (bit === '0' ? 'o' : '0')).join('');
    const found = alikeOf([
      ...many(spelled, 'evil'),
      { name: 'oooooooooooO-', where: 'good', uri: 'skill://o/SKILL.md' },
    ]);
    expect(found.size).toBe(2_001);
    for (const name of [spelled(0), spelled(1_999)])
      expect(found.get(name)?.firsts.map(({ where }) => where)).toContain('good');
    expect(found.get('oooooooooooO-')?.firsts.map(({ where }) => where)).toEqual(['evil']);
  });
});
