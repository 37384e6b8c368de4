import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { sha256 } from '../digest.ts';
import { approvalRefusal, longestApproval, policyVerdict } from './judge.ts';
import { parsePolicy, type PolicyInForce } from './policy.ts';
import type { PolicyTarget } from './target.ts';
import { policyState, words } from './words.ts';

const acme: Identity = { kind: 'http', url: 'https://mcp.acme.example/mcp' };
const other: Identity = { kind: 'http', url: 'https://other.example/mcp' };
const local: Identity = { kind: 'stdio', fingerprint: sha256('local') };
const npx = (...args: readonly string[]): { target: PolicyTarget } => ({
  target: { kind: 'command', command: 'npx', args },
});

function inForce(file: object): PolicyInForce {
  const parsed = parsePolicy(JSON.stringify({ format: 'skillgate/policy@1', ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  return {
    status: 'active',
    path: '/etc/skillgate/policy.json',
    policy: parsed.value,
    digest: sha256('policy'),
  };
}

const ask = (
  policy: PolicyInForce,
  identity: Identity | null,
  uri: string,
  more: object = {},
): string | null =>
  policyVerdict(policy, {
    identity,
    target: null,
    uri,
    content: 'listed',
    record: null,
    ...more,
  })?.rule ?? null;

const approval = (change: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    decision: 'approved',
    coverage: { verified: 2, shown: 2, total: 2 },
    grants: { allowedTools: [], codeExecution: false },
    ...change,
  }) as ApprovalRecord;

describe('a managed policy', () => {
  it('says nothing where there is none, and blocks everything where it can not be read', () => {
    expect(ask({ status: 'none' }, acme, 'skill://a/SKILL.md')).toBeNull();
    const unreadable: PolicyInForce = {
      status: 'unreadable',
      path: '/p',
      message: 'it is not JSON',
    };
    expect(ask(unreadable, acme, 'skill://a/SKILL.md')).toContain('it is not JSON');
    expect(
      approvalRefusal(unreadable, {
        coverage: { verified: 1, shown: 1, total: 1 },
        grants: [],
        expiresAt: null,
        now: 0,
      }),
    ).toContain('it is not JSON');
  });

  it('blocks what a deny rule covers, by its name, even where an allow rule covers it, too', () => {
    const policy = inForce({
      rules: [
        { name: 'acme', effect: 'allow', server: { url: 'https://*.acme.example/**' } },
        { name: 'no beta skills', effect: 'deny', uri: 'skill://beta/**' },
      ],
    });
    expect(ask(policy, acme, 'skill://billing/SKILL.md')).toBeNull();
    expect(ask(policy, acme, 'skill://beta/x/SKILL.md')).toBe('no beta skills');
  });

  it('blocks everything else as soon as one allow rule stands', () => {
    const policy = inForce({
      rules: [{ name: 'acme', effect: 'allow', server: { url: 'https://*.acme.example/**' } }],
    });
    expect(ask(policy, other, 'skill://billing/SKILL.md')).toBe(words.notAllowed);
    expect(ask(policy, local, 'skill://billing/SKILL.md')).toBe(words.notAllowed);
    expect(ask(policy, null, 'skill://billing/SKILL.md')).toBe(words.notAllowed);
  });

  it('knows a stdio server by its whole command line or its fingerprint', () => {
    const byCommand = inForce({
      rules: [
        { name: 'ours', effect: 'allow', server: { command: 'npx', args: ['-y', '@acme/*'] } },
      ],
    });
    const at = 'skill://a/SKILL.md';
    expect(ask(byCommand, local, at, npx('-y', '@acme/skills'))).toBeNull();
    expect(ask(byCommand, local, at, npx('-y', '@acme/skills', '--as', 'root'))).toBe(
      words.notAllowed,
    );
    expect(ask(byCommand, local, at, npx('-y', '@evil/x'))).toBe(words.notAllowed);
    const byFingerprint = inForce({
      rules: [{ name: 'not this', effect: 'deny', server: { fingerprint: sha256('local') } }],
    });
    expect(ask(byFingerprint, local, 'skill://a/SKILL.md')).toBe('not this');
  });

  it('takes a command or a query that no configuration tells of for none that is allowed', () => {
    const at = 'skill://a/SKILL.md';
    const allow = inForce({
      rules: [
        { name: 'any npx', effect: 'allow', server: { command: 'npx' } },
        { name: 'our tenant', effect: 'allow', server: { url: 'https://h.example/mcp**' } },
      ],
    });
    expect(ask(allow, local, at)).toBe(words.notAllowed);
    const deny = inForce({ rules: [{ name: 'no rm', effect: 'deny', server: { command: 'rm' } }] });
    expect(ask(deny, local, at)).toBe('no rm');
    expect(ask(deny, local, at, npx('x'))).toBeNull();
    const tenant: Identity = {
      kind: 'http',
      url: 'https://h.example/mcp',
      query: sha256('tenant=a'),
    };
    expect(ask(allow, tenant, at)).toBe(words.notAllowed);
    const target = { kind: 'url', url: 'https://h.example/mcp?tenant=a' } as const;
    expect(ask(allow, tenant, at, { target })).toBeNull();
  });

  it('is not led past a deny rule by another spelling, and allows only the exact one', () => {
    const deny = inForce({
      rules: [{ name: 'no secrets', effect: 'deny', uri: 'skill://acme/sécret/**' }],
    });
    for (const uri of [
      'skill://acme/sécret/SKILL.md',
      'skill://ACME/SÉCRET/SKILL.md',
      'skill://acme/se\u0301cret/SKILL.md',
      'skill://acme/s%C3%A9cret/SKILL.md',
      'skill://acme/s%25C3%25A9cret/SKILL.md',
      `skill://acme/${'x'.repeat(9_000)}`,
    ]) {
      expect(ask(deny, acme, uri)).toBe('no secrets');
    }
    const allow = inForce({ rules: [{ name: 'ours', effect: 'allow', uri: 'skill://acme/a/**' }] });
    expect(ask(allow, acme, 'skill://acme/a/SKILL.md')).toBeNull();
    for (const uri of [
      'skill://ACME/a/SKILL.md',
      'skill://acme/%61/SKILL.md',
      `skill://acme/a/${'x'.repeat(9_000)}`,
    ])
      expect(ask(allow, acme, uri)).toBe(words.notAllowed);
  });

  it('refuses dynamic content when told to', () => {
    expect(
      ask(inForce({ refuseDynamic: true }), acme, 'skill://a/SKILL.md', { content: 'dynamic' }),
    ).toBe(words.dynamic);
    expect(ask(inForce({ refuseDynamic: true }), acme, 'skill://a/SKILL.md')).toBeNull();
  });

  it('blocks an approval that was made with less coverage or more tools than it wants', () => {
    const policy = inForce({ requireFullCoverage: true, forbidToolGrants: true });
    expect(ask(policy, acme, 'u', { record: approval() })).toBeNull();
    expect(
      ask(policy, acme, 'u', {
        record: approval({ coverage: { verified: 1, shown: 0, total: 2 } }),
      }),
    ).toBe(words.coverage);
    expect(
      ask(policy, acme, 'u', {
        record: approval({ grants: { allowedTools: ['Bash(*)'], codeExecution: false } }),
      }),
    ).toBe(words.grants);
    // The person can still decide again, as the policy wants it.
    expect(ask(policy, acme, 'u')).toBeNull();
    const shown = inForce({ requireShown: true });
    expect(ask(shown, acme, 'u', { record: approval() })).toBeNull();
    const unseen = approval({ coverage: { verified: 2, shown: 1, total: 2 } });
    expect(ask(shown, acme, 'u', { record: unseen })).toBe(words.shown);
  });

  it('wants files that were checked and shown, and none at all is not every one of them', () => {
    const nothing = approval({ coverage: { verified: 0, shown: 0, total: 0 } });
    for (const [want, word] of [
      [{ requireFullCoverage: true }, words.coverage],
      [{ requireShown: true }, words.shown],
    ] as const) {
      const policy = inForce(want);
      expect(ask(policy, acme, 'u', { record: nothing })).toBe(word);
      const { coverage } = nothing;
      const decided = { coverage, grants: [], expiresAt: null, now: 0 };
      expect(approvalRefusal(policy, decided)).toBe(word);
    }
  });

  it('refuses a new approval without an end, with too late an end, and with an end that is no time', () => {
    const policy = inForce({ longestExpiryDays: 90 });
    const now = Date.UTC(2026, 0, 1);
    const refusal = (expiresAt: string | null): string | null =>
      approvalRefusal(policy, {
        coverage: { verified: 0, shown: 0, total: 1 },
        grants: [],
        expiresAt,
        now,
      });
    expect(longestApproval(policy)).toBe(90 * 86_400_000);
    expect(refusal('2026-04-01T00:00:00.000Z')).toBeNull();
    for (const late of ['2026-04-01T00:00:00.001Z', null, 'never'])
      expect(refusal(late)).toBe(words.longest(90 * 86_400_000));
  });

  it('says all its rules in words', () => {
    const policy = inForce({
      rules: [{ name: 'ours', effect: 'allow', server: { url: 'https://*.acme.example/**' } }],
      refuseDynamic: true,
      requireShown: true,
      longestExpiryDays: 1,
    });
    expect(policyState(policy)).toEqual({
      status: 'active',
      path: '/etc/skillgate/policy.json',
      rules: [
        'ours: allow every skill of https://*.acme.example/**',
        'everything that no allow rule covers is blocked',
        'dynamic content is refused',
        'every file must have been shown before approval',
        'approvals end after at most 1 day',
      ],
    });
  });
});

describe('a policy file', () => {
  const reasonOf = (text: string): string | null => {
    const parsed = parsePolicy(text);
    return parsed.ok ? null : parsed.error;
  };
  const file = (more: object): string => JSON.stringify({ format: 'skillgate/policy@1', ...more });

  it('may be empty but for its format, and begin with a byte order mark', () => {
    expect(reasonOf(`\uFEFF${file({})}`)).toBeNull();
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no format', '{}'],
    ['a newer format', JSON.stringify({ format: 'skillgate/policy@2' })],
    ['a key that this version does not know', file({ forbidEverything: true })],
    [
      'an unknown key in a rule',
      file({ rules: [{ name: 'x', effect: 'deny', uri: '**', unless: 'y' }] }),
    ],
    ['an unknown effect', file({ rules: [{ name: 'x', effect: 'maybe', uri: '**' }] })],
    ['a rule without a name', file({ rules: [{ name: ' ', effect: 'deny' }] })],
    ['an empty pattern', file({ rules: [{ name: 'x', effect: 'deny', uri: '' }] })],
    ['an allow rule that covers everything', file({ rules: [{ name: 'x', effect: 'allow' }] })],
    ['a switch that is no boolean', file({ refuseDynamic: 'yes' })],
    ['a length that is none', file({ longestExpiryDays: 0 })],
    [
      'a fingerprint that is none',
      file({ rules: [{ name: 'x', effect: 'deny', server: { fingerprint: 'abc' } }] }),
    ],
  ])('is refused as a whole for %s', (_what, text) => {
    expect(reasonOf(text)).not.toBeNull();
  });
});
