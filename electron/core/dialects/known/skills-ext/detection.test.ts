import { describe, expect, it } from 'vitest';
import { extensionId, recogniseSkillsExt } from './skills-ext.ts';

const detect = (capabilities: Record<string, unknown>) => recogniseSkillsExt({ capabilities });
const rules = (capabilities: Record<string, unknown>): string[] =>
  detect(capabilities).advice.map(({ rule }) => rule);

describe('detection of the skills extension', () => {
  it('finds a right declaration and has no advice', () => {
    expect(
      detect({ resources: {}, extensions: { [extensionId]: { directoryRead: true } } }),
    ).toMatchObject({ by: 'declaration', directoryRead: true, advice: [] });
    expect(detect({ resources: {}, extensions: { [extensionId]: {} } }).directoryRead).toBe(false);
    expect(
      detect({ resources: {}, extensions: { [extensionId]: { directoryRead: 'true' } } })
        .directoryRead,
    ).toBe(false);
  });

  it.each([{ experimental: { [extensionId]: {} } }, { [extensionId]: {} }])(
    'takes a misplaced one as meant, and says where it belongs (case %#)',
    (capabilities) => {
      const found = detect({ resources: {}, ...capabilities });
      expect(found.by).toBe('declaration');
      expect(found.advice.map(({ rule, expected }) => [rule, expected])).toEqual([
        ['capability-placement', `capabilities.extensions["${extensionId}"]`],
      ]);
    },
  );

  it('says when the resources capability is missing', () => {
    expect(rules({ extensions: { [extensionId]: {} } })).toEqual(['resources-capability']);
  });

  it('says when the settings are no object', () => {
    const { advice, by } = detect({ resources: {}, extensions: { [extensionId]: true } });
    expect(by).toBe('declaration');
    expect(advice).toMatchObject([
      {
        ...{ rule: 'capability-shape', actual: 'the boolean true', expected: 'an object' },
        ...{ turn: 'author', next: `Declare capabilities.extensions["${extensionId}"] as {}.` },
      },
    ]);
  });

  it.each([
    {},
    { extensions: null },
    { extensions: [] },
    { extensions: { [extensionId]: null } },
    { extensions: { [extensionId]: false } },
    { experimental: 'x' },
    JSON.parse(`{"extensions":{"__proto__":{"${extensionId}":{}}}}`),
  ])('does not find one in %j, and would ask once', (capabilities: Record<string, unknown>) => {
    expect(detect(capabilities)).toMatchObject({
      by: 'question',
      directoryRead: false,
      advice: [],
    });
  });

  it('does not ask a server that declares the older skills capability', () => {
    expect(detect({ skills: {} })).toMatchObject({ by: 'nothing' });
  });

  it('has advice for a server that answers without declaring', () => {
    const rules = (capabilities: Record<string, unknown>): string[] =>
      detect(capabilities).adviceIfUndeclared.map(({ rule }) => rule);
    expect(rules({ resources: {} })).toEqual(['capability-undeclared']);
    expect(rules({})).toEqual(['capability-undeclared', 'resources-capability']);
  });
});
