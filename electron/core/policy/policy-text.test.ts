import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { parsePolicy, type PolicyInForce } from './policy.ts';
import { policyState, words } from './policy-text.ts';

const path = '/etc/skillgate/policy.json';
function linesOf(file: object): readonly string[] {
  const parsed = parsePolicy(JSON.stringify({ format: 'skillgate/policy@1', ...file }));
  if (!parsed.ok) throw new Error(parsed.error);
  const policy: PolicyInForce = {
    status: 'active',
    path,
    policy: parsed.value,
    digest: sha256('policy'),
  };
  const state = policyState(policy);
  if (state.status !== 'active') throw new Error(state.status);
  expect(state.path).toBe(path);
  return state.rules;
}
const rule = (more: object): object => ({ name: 'ours', effect: 'deny', ...more });

describe('the words of a policy', () => {
  it('say of each rule which skills of which server it is about', () => {
    const fingerprint = sha256('server');
    expect(
      linesOf({
        rules: [
          rule({}),
          rule({ uri: 'skill://Beta/**' }),
          rule({ server: { url: 'https://*.Acme.example/**' }, uri: '**/x' }),
          rule({ server: { command: 'npx' } }),
          rule({ server: { command: 'npx', args: ['-y', '@acme/*'] } }),
          rule({ server: { fingerprint } }),
        ],
      }),
    ).toEqual([
      'ours: deny every skill of every server',
      'ours: deny skill://Beta/** of every server',
      'ours: deny **/x of https://*.Acme.example/**',
      'ours: deny every skill of npx',
      'ours: deny every skill of npx -y @acme/*',
      `ours: deny every skill of ${fingerprint}`,
    ]);
  });

  it('name every switch that is on, in one order, and none that is off', () => {
    expect(linesOf({})).toEqual([]);
    expect(
      linesOf({
        refuseDynamic: true,
        requireFullCoverage: true,
        requireShown: true,
        longestExpiryDays: 90,
        forbidToolGrants: true,
        hideSkillTools: true,
      }),
    ).toEqual([
      words.dynamic,
      words.coverage,
      words.shown,
      words.longest(7_776e6),
      words.grants,
      words.skillTools,
    ]);
  });

  it.each([
    [1, '1 day'],
    [0.5, '0.5 days'],
    [1.005, '1 day'],
    [2.346, '2.35 days'],
    [90, '90 days'],
  ])('count %d days as a person does', (days, said) => {
    expect(words.longest(days * 86_400_000)).toBe(`approvals expire within ${said}`);
  });

  it('show no control character of a rule’s name', () => {
    expect(linesOf({ rules: [rule({ name: 'a\u202eb', uri: '**' })] })).toEqual([
      'a\\u{202E}b: deny ** of every server',
    ]);
  });

  it('say that there is none, or why it cannot be used', () => {
    expect(policyState({ status: 'none' })).toEqual({ status: 'none' });
    const unreadable = { status: 'unreadable', path, message: 'it is not JSON' } as const;
    expect(policyState(unreadable)).toEqual(unreadable);
    expect(words.unreadable('it is not JSON')).toBe(
      'the policy file can’t be used, so everything is blocked: it is not JSON',
    );
  });

  it('are another for each thing that blocks', () => {
    const all = [words.notAllowed, words.dynamic, words.coverage, words.shown, words.grants];
    expect(new Set(all.map((text) => text.trim()).filter((text) => text !== '')).size).toBe(5);
  });
});
