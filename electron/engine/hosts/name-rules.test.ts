import { expect, it, describe } from 'vitest';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import type { ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import type { FolderSkillState } from '../ports/hosts.ts';
import { nameRules, claudeCodeRules, permissionKey } from './name-rules.ts';
import { identityPin } from '../../core/decisions/identity.ts';

const decided = (standing: ExportedDecision['standing']): ExportedDecision => ({
  standing,
  record: {
    ...{ server: { label: '/home/ada/.agents/skills' }, uri: 'skill://refunds/SKILL.md' },
    ...{ name: 'refunds', decision: 'approved', lapsed: null },
  } as ApprovalRecord,
});

it.each<[FolderSkillState, readonly string[]]>([
  ['changed', ['refunds']],
  ['unchanged', []],
  ['unknown', []],
])('an approval that expired turns a skill off that is %s', async (state, deny) => {
  const rules = await nameRules([decided('expired')], 'opencode', {
    stateOf: async () => state,
    linked: [],
  });
  expect(rules).toEqual({ permissions: { allow: [], deny }, left: [] });
});

const identity: Identity = { kind: 'http', url: 'https://mcp.acme.example/mcp' };
const names = [{ name: 'acme', pin: identityPin(identity) }];
const a = `sha256:${'a'.repeat(64)}`;
const b = `sha256:${'b'.repeat(64)}`;
const resources = [
  { uri: 'skill://refunds/references/guide.md', digest: b },
  { uri: 'skill://refunds/SKILL.md', digest: a },
];

const claudeCodeRulesDecided = (
  standing: ExportedDecision['standing'],
  change: Partial<ApprovalRecord> = {},
): ExportedDecision => ({
  standing,
  record: {
    ...{ server: { label: 'acme', display: '', identity }, uri: 'skill://refunds/SKILL.md' },
    ...{ name: 'refunds', dialect: 'skills-ext', integrity: 'manifest', resources },
    ...change,
  } as ApprovalRecord,
});

describe('the key of a version of a skill', () => {
  it('is the published one', () => {
    const key = 'sha256:3da0e7a3fb2ab5ab39315110cdea80f71ef8178a08f442a28225811cb2306de3';
    expect(permissionKey('acme', 'skill://refunds/SKILL.md', resources)).toBe(key);
    expect(permissionKey('acme', 'skill://refunds/SKILL.md', resources.toReversed())).toBe(key);
  });

  it('counts bytes, and sorts by them rather than by code units', () => {
    const [high, low] = ['skill://x/\u{1F600}', 'skill://x/\uFF5E'];
    const sorted = (uris: readonly string[]) =>
      permissionKey(
        'é',
        'u',
        uris.map((uri) => ({ uri, digest: a })),
      );
    expect(sorted([high, low])).toBe(sorted([low, high]));
    expect(permissionKey('a', 'bc', [])).not.toBe(permissionKey('ab', 'c', []));
  });
});

describe('rules for Claude Code', () => {
  it('allow an approved skill in its version, and deny by name', () => {
    const denied = claudeCodeRulesDecided('denied', {
      uri: 'skill://secret/SKILL.md',
      name: 'secret',
    });
    const rules = claudeCodeRules(
      [
        claudeCodeRulesDecided('approved'),
        denied,
        claudeCodeRulesDecided('expired'),
        claudeCodeRulesDecided('void'),
        claudeCodeRulesDecided('blocked'),
      ],
      [...names, { name: 'acme-2', pin: names[0]?.pin ?? '' }, { name: 'other', pin: a }],
      () => false,
    );
    const key = permissionKey('acme', 'skill://refunds/SKILL.md', resources);
    const second = permissionKey('acme-2', 'skill://refunds/SKILL.md', resources);
    expect(rules).toEqual({
      ...{ as: 'claude-code', unconfirmed: true, left: [] },
      permissions: {
        allow: [`Skill(acme-2:refunds@${second})`, `Skill(acme:refunds@${key})`],
        deny: ['Skill(acme-2:secret)', 'Skill(acme:secret)'],
      },
    });
  });

  it.each<[string, Partial<ApprovalRecord>, string, string]>([
    ['no name in Claude Code', {}, 'none', 'Claude Code has no such server'],
    [
      'a name that ends a rule',
      { name: 'x) Bash(*' },
      'acme',
      'its name can’t be written in a rule',
    ],
    ['a name for every skill', { name: '*' }, 'acme', 'its name can’t be written in a rule'],
    ['a version in its name', { name: 'a@b' }, 'acme', 'its name can’t be written in a rule'],
    ['an odd server', {}, 'a:b', 'the server’s name in Claude Code can’t be written in a rule'],
    ['an older dialect', { dialect: 'flat' }, 'acme', 'Claude Code sees other addresses'],
    ['no digests', { integrity: 'self-computed' }, 'acme', 'its server publishes no digests'],
  ])('name what they leave out, and why: %s', (_, change, name, reason) => {
    const pin = name === 'none' ? a : (names[0]?.pin ?? '');
    const rules = claudeCodeRules(
      [claudeCodeRulesDecided('approved', change)],
      [{ name, pin }],
      () => false,
    );
    expect(rules.permissions).toEqual({ allow: [], deny: [] });
    expect(rules.left).toEqual([
      {
        ...{ server: 'acme', uri: 'skill://refunds/SKILL.md' },
        reason: expect.stringContaining(reason) as never,
      },
    ]);
  });

  it('don’t allow a skill with a file that failed, or of a name that is denied', () => {
    const other = claudeCodeRulesDecided('denied', { uri: 'skill://other/SKILL.md' });
    for (const [decisions, isFailing, reason] of [
      [[claudeCodeRulesDecided('approved')], true, 'one of its files failed a check'],
      [
        [claudeCodeRulesDecided('approved'), other],
        false,
        'you denied another skill of the same name and server',
      ],
    ] as const) {
      const rules = claudeCodeRules(decisions, names, () => isFailing);
      expect(rules.permissions.allow).toEqual([]);
      expect(rules.left.map((one) => one.reason)).toEqual([reason]);
    }
  });

  it.each([
    { name: 'acme', pin: a },
    { name: 'Acme', pin: a },
    { name: 'ac me', pin: null },
    { name: 'acme', pin: null },
  ])('allow nothing that they could allow for another server: $name', (other) => {
    const denied = claudeCodeRulesDecided('denied', {
      uri: 'skill://secret/SKILL.md',
      name: 'secret',
    });
    const rules = claudeCodeRules(
      [claudeCodeRulesDecided('approved'), denied],
      [...names, other],
      () => false,
    );
    expect(rules.permissions).toEqual({ allow: [], deny: ['Skill(acme:secret)'] });
    expect(rules.left[0]?.reason).toContain('another server with the same or nearly the same name');
  });
});
