import { describe, expect, it } from 'vitest';
import type { Identity } from '../../../shared/model/approval.ts';
import { sha256 } from '../digest.ts';
import { explainServer, explainSkill } from './explain.ts';
import { parsePolicy, type ManagedPolicy } from './policy.ts';
import { words } from './policy-text.ts';

const identity: Identity = { kind: 'http', url: 'https://acme.example/mcp' };
const server = { identity, target: { kind: 'url', url: 'https://acme.example/mcp' } } as const;
const of = (...rules: object[]): ManagedPolicy => {
  const parsed = parsePolicy(JSON.stringify({ format: 'skillgate/policy@1', rules }));
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};
const url = (at: string) => ({ server: { url: at } });
const acme = url('https://acme.example/**');

describe('the rule that decides about a server', () => {
  it.each([
    ['no rule', [], 'open', null, []],
    ['a deny rule', [{ name: 'd', effect: 'deny', ...acme }], 'denied', 'd', []],
    ['an allow rule', [{ name: 'a', effect: 'allow', ...acme }], 'allowed', 'a', []],
    [
      'an allow rule about another server',
      [{ name: 'a', effect: 'allow', ...url('https://b.example/**') }],
      'not-allowed',
      null,
      [],
    ],
    [
      'deny before allow',
      [
        { name: 'a', effect: 'allow', ...acme },
        { name: 'd', effect: 'deny', ...acme },
      ],
      'denied',
      'd',
      [],
    ],
    [
      'an allow rule about some of its skills',
      [{ name: 'a', effect: 'allow', ...acme, uri: 'skill://a/**' }],
      'by-skill',
      null,
      ['a'],
    ],
    [
      'a deny rule about some skills of every server',
      [{ name: 'd', effect: 'deny', uri: 'skill://beta/**' }],
      'open',
      null,
      ['d'],
    ],
  ] as const)('is said: %s', (_, rules, decision, rule, skillRules) => {
    expect(explainServer(of(...rules), server)).toEqual({ decision, rule, skillRules });
  });
});

describe('the rule that decides about a skill', () => {
  it('is said, with what blocks it', () => {
    const policy = of(
      { name: 'd', effect: 'deny', uri: 'skill://beta/**' },
      { name: 'a', effect: 'allow', ...acme, uri: 'skill://**' },
    );
    const inForce = { status: 'active', path: '/p', policy, digest: sha256('p') } as const;
    const ask = (uri: string) => explainSkill(inForce, { ...server, uri, record: null });
    expect(ask('skill://beta/x')).toEqual({ decision: 'denied', rule: 'd', blocked: 'd' });
    expect(ask('skill://good/x')).toEqual({ decision: 'allowed', rule: 'a', blocked: null });
    expect(ask('other://x')).toEqual({
      decision: 'not-allowed',
      rule: null,
      blocked: words.notAllowed,
    });
  });
});
