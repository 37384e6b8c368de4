import { describe, expect, it } from 'vitest';
import { detectSkillsExt, extensionId, undeclaredProblems } from './skills-ext-detection.ts';

const detect = (capabilities: Record<string, unknown>) =>
  detectSkillsExt({ capabilities, protocolVersion: '2026-07-28' });
const rules = (capabilities: Record<string, unknown>): string[] =>
  detect(capabilities).advice.map(({ rule }) => rule);

describe('detection of the skills extension', () => {
  it('finds a right declaration and has no advice', () => {
    expect(
      detect({ resources: {}, extensions: { [extensionId]: { directoryRead: true } } }),
    ).toEqual({ speaks: true, probe: false, directoryRead: true, advice: [] });
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
      expect(found.speaks).toBe(true);
      expect(found.advice.map(({ rule, expected }) => [rule, expected])).toEqual([
        ['capability-placement', `capabilities.extensions["${extensionId}"]`],
      ]);
    },
  );

  it('says when the resources capability is missing', () => {
    expect(rules({ extensions: { [extensionId]: {} } })).toEqual(['resources-capability']);
  });

  it('says when the settings are no object', () => {
    expect(rules({ resources: {}, extensions: { [extensionId]: true } })).toEqual([
      'capability-placement',
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
    expect(detect(capabilities)).toEqual({
      speaks: false,
      probe: true,
      directoryRead: false,
      advice: [],
    });
  });

  it('does not ask a server that declares the older skills capability', () => {
    expect(detect({ skills: {} })).toMatchObject({ speaks: false, probe: false });
  });

  it('has advice for a server that answers without declaring', () => {
    const rules = (capabilities: Record<string, unknown>): string[] =>
      undeclaredProblems({ capabilities }).map(({ rule }) => rule);
    expect(rules({ resources: {} })).toEqual(['capability-undeclared']);
    expect(rules({})).toEqual(['capability-undeclared', 'resources-capability']);
  });
});
