import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { sha256 } from '../digest.ts';
import { approvalRefusal, hidesSkillTools, longestApproval, policyVerdict } from './judge.ts';
import { policyState, words } from './policy-text.ts';
import { parsePolicy, type PolicyInForce } from './policy.ts';
import type { PolicyTarget } from './target.ts';

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
): string | null => {
  const verdict = policyVerdict(policy, {
    identity,
    target: null,
    uri,
    content: 'listed',
    record: null,
    ...more,
  });
  if (verdict === null) return null;
  expect(verdict).toEqual({ verdict: 'blocked', rule: expect.any(String) as string });
  return verdict.rule;
};

const approval = (change: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    decision: 'approved',
    coverage: { verified: 2, shown: 2, total: 2 },
    grants: { allowedTools: [], codeExecution: false },
    ...change,
  }) as ApprovalRecord;

describe('a managed policy', () => {
  it('says nothing where there is none, and blocks everything where it cannot be read', () => {
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
        findings: null,
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

  it('blocks everything else as soon as there is an allow rule', () => {
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

  it('is about the skills of a rule on the servers of that rule, both', () => {
    const policy = inForce({
      rules: [
        {
          name: 'both',
          effect: 'deny',
          server: { url: 'https://mcp.acme.example/**' },
          uri: 'skill://a/**',
        },
      ],
    });
    expect(ask(policy, acme, 'skill://a/SKILL.md')).toBe('both');
    expect(ask(policy, acme, 'skill://b/SKILL.md')).toBeNull();
    expect(ask(policy, other, 'skill://a/SKILL.md')).toBeNull();
    expect(ask(policy, null, 'skill://a/SKILL.md')).toBeNull();
  });

  it('takes no server for one of another kind', () => {
    const at = 'skill://a/SKILL.md';
    const denying = (server: object): PolicyInForce =>
      inForce({ rules: [{ name: 'no', effect: 'deny', server }] });
    expect(ask(denying({ url: '**' }), local, at, npx('x'))).toBeNull();
    expect(ask(denying({ command: '**' }), acme, at)).toBeNull();
    expect(ask(denying({ fingerprint: sha256('local') }), acme, at)).toBeNull();
    expect(ask(denying({ fingerprint: sha256('other') }), local, at)).toBeNull();
    const target = { kind: 'url', url: 'https://h.example/' } as const;
    expect(ask(denying({ command: 'npx' }), local, at, { target })).toBe('no');
  });

  it('takes any arguments where a rule names none, and each in its place where it does', () => {
    const at = 'skill://a/SKILL.md';
    const allowing = (server: object): PolicyInForce =>
      inForce({ rules: [{ name: 'yes', effect: 'allow', server }] });
    expect(ask(allowing({ command: 'npx' }), local, at, npx('a', 'b'))).toBeNull();
    const exact = allowing({ command: 'npx', args: ['a', 'b'] });
    expect(ask(exact, local, at, npx('a', 'b'))).toBeNull();
    for (const args of [[], ['a'], ['b', 'a'], ['a', 'b', 'c']])
      expect(ask(exact, local, at, npx(...args))).toBe(words.notAllowed);
    expect(ask(allowing({ command: 'npx', args: [] }), local, at, npx('a'))).toBe(words.notAllowed);
    expect(ask(allowing({ command: 'node' }), local, at, npx('a'))).toBe(words.notAllowed);
  });

  it('denies a record whose query nobody knows by the address alone, and allows it by none', () => {
    const at = 'skill://a/SKILL.md';
    const url = 'https://h.example/mcp';
    const tenant: Identity = { kind: 'http', url, query: sha256('tenant=a') };
    const rules = (effect: string) => inForce({ rules: [{ name: 'r', effect, server: { url } }] });
    expect(ask(rules('deny'), tenant, at)).toBe('r');
    expect(ask(rules('allow'), tenant, at)).toBe(words.notAllowed);
    expect(ask(rules('allow'), { kind: 'http', url }, at)).toBeNull();
  });

  it('answers for each server and skill on its own, however often it is asked', () => {
    const policy = inForce({
      rules: [{ name: 'no', effect: 'deny', server: { command: 'npx', args: ['a'] }, uri: '**/x' }],
    });
    for (let round = 0; round < 2; round += 1) {
      expect(ask(policy, local, 's/x', npx('a'))).toBe('no');
      expect(ask(policy, local, 's/x', npx('b'))).toBeNull();
      expect(ask(policy, local, 's/y', npx('a'))).toBeNull();
      expect(ask(policy, acme, 's/x', npx('a'))).toBeNull();
    }
  });

  it('tells two servers apart of which only records tell', () => {
    const server = { url: 'https://mcp.acme.example/mcp' };
    const policy = inForce({ rules: [{ name: 'no', effect: 'deny', server }] });
    expect(ask(policy, acme, 'u')).toBe('no');
    expect(ask(policy, other, 'u')).toBeNull();
    expect(ask(policy, null, 'u')).toBeNull();
  });

  it('looks at the query of a configured server', () => {
    const server = { url: 'https://h.example/mcp**tenant=a' };
    const policy = inForce({ rules: [{ name: 'tenant a', effect: 'deny', server }] });
    const at = (tenant: string) =>
      ask(policy, { kind: 'http', url: 'https://h.example/mcp', query: sha256(tenant) }, 'u', {
        target: { kind: 'url', url: `https://h.example/mcp?tenant=${tenant}` },
      });
    expect([at('a'), at('b')]).toEqual(['tenant a', null]);
  });

  it('denies what is spelt just as the rule spells it, too', () => {
    const denying = (uri: string): PolicyInForce =>
      inForce({ rules: [{ name: 'no', effect: 'deny', uri }] });
    expect(ask(denying('skill://a/%62'), acme, 'skill://a/%62')).toBe('no');
    expect(ask(denying('skill://a/se\u0301cret'), acme, 'skill://a/se%CC%81cret')).toBe('no');
  });

  it('is held against a text of 8,192 characters, and none beyond', () => {
    const of = (length: number): string => 'skill://a/'.padEnd(length, 'x');
    const allow = inForce({ rules: [{ name: 'r', effect: 'allow', uri: 'skill://a/**' }] });
    expect(ask(allow, acme, of(8_192))).toBeNull();
    expect(ask(allow, acme, of(8_193))).toBe(words.notAllowed);
    const deny = inForce({ rules: [{ name: 'r', effect: 'deny', uri: 'skill://b/**' }] });
    expect(ask(deny, acme, of(8_192))).toBeNull();
    expect(ask(deny, acme, of(8_193))).toBe('r');
  });

  it('decodes what is denied three times, and what is no encoding not at all', () => {
    const deny = inForce({ rules: [{ name: 'no', effect: 'deny', uri: 'skill://a/b' }] });
    for (const uri of ['skill://a/%62', 'skill://a/%2562', 'skill://a/%252562', '%73kill://a/b'])
      expect(ask(deny, acme, uri)).toBe('no');
    for (const uri of ['skill://a/%25252562', 'skill://a/%6', 'skill://a/%zz', 'skill://a/c'])
      expect(ask(deny, acme, uri)).toBeNull();
  });

  it('objects to no denial, whatever was checked', () => {
    const policy = inForce({ requireFullCoverage: true });
    const denied = approval({ decision: 'denied', coverage: { verified: 0, shown: 0, total: 2 } });
    expect(ask(policy, acme, 'u', { record: denied })).toBeNull();
  });

  it('says of a new approval everything that it lacks at once, and when it must end', () => {
    const coverage = { verified: 1, shown: 1, total: 2 };
    const decided = { coverage, grants: ['Read'], findings: null, expiresAt: null, now: 0 };
    expect(approvalRefusal({ status: 'none' }, decided)).toBeNull();
    expect(approvalRefusal(inForce({}), decided)).toBeNull();
    const all = { requireFullCoverage: true, requireShown: true, forbidToolGrants: true };
    expect(approvalRefusal(inForce({ ...all, longestExpiryDays: 1 }), decided)).toBe(
      [words.coverage, words.shown, words.grants, words.longest(86_400_000)].join('; '),
    );
    expect(approvalRefusal(inForce({ requireShown: true }), decided)).toBe(words.shown);
    expect(approvalRefusal(inForce({ forbidToolGrants: true }), decided)).toBe(words.grants);
    expect(
      approvalRefusal(inForce({ forbidToolGrants: true }), { ...decided, grants: [] }),
    ).toBeNull();
    expect(longestApproval(inForce({}))).toBeNull();
    expect(longestApproval({ status: 'none' })).toBeNull();
  });

  it('hides tools that give skills if told to, or if the policy is unreadable', () => {
    expect(hidesSkillTools({ status: 'none' })).toBe(false);
    expect(hidesSkillTools(inForce({}))).toBe(false);
    expect(hidesSkillTools(inForce({ hideSkillTools: true }))).toBe(true);
    expect(hidesSkillTools({ status: 'unreadable', path: '/p', message: 'broken' })).toBe(true);
  });

  it('refuses dynamic content if told to', () => {
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
    // The person can still decide again, in the way the policy requires.
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
      const decided = { coverage, grants: [], findings: null, expiresAt: null, now: 0 };
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
        findings: null,
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
        'everything not covered by an allow rule is blocked',
        'dynamic content is refused',
        'every file must be read before approval',
        'approvals expire within 1 day',
      ],
      limits: { fullCoverage: false, shown: true, noTools: false, longestMs: 86_400_000 },
    });
  });
});
