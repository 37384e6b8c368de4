import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { KeptFinding, KeptFindings } from '../../../shared/model/kept-findings.ts';
import { sha256 } from '../digest.ts';
import { rules } from '../findings/registry.ts';
import { brokenFindingLimits, findingLines, isRuleId } from './finding-limits.ts';
import { approvalRefusal, policyVerdict } from './judge.ts';
import { parsePolicy, type PolicyInForce } from './policy.ts';

const policyText = (forbidFindings: unknown): string =>
  JSON.stringify({ format: 'skillgate/policy@1', forbidFindings });
function inForce(forbidFindings: object): Extract<PolicyInForce, { status: 'active' }> {
  const parsed = parsePolicy(policyText(forbidFindings));
  if (!parsed.ok) throw new Error(parsed.error);
  return { status: 'active', path: '/p', policy: parsed.value, digest: sha256('p') };
}

const one = (more: Partial<KeptFinding> = {}): KeptFinding => ({
  ...{ rule: 'X01', ruleset: '1', severity: 'high', uri: 'skill://a/run.sh' },
  ...{ digest: sha256('a'), mark: sha256('b'), state: 'open', ...more },
});
const found = (findings: KeptFinding[], more: Partial<KeptFindings> = {}): KeptFindings => ({
  ...{ findings, more: [], notInspected: 0, notRead: 0, ...more },
});
const broken = (limits: object, kept: KeptFindings | null): string[] =>
  brokenFindingLimits(inForce(limits).policy.findings, kept);

const orWorse = 'no high or worse findings may stay open';

describe('what a policy wants of findings', () => {
  it.each<[string, KeptFinding[], string[]]>([
    ['one that is open', [one()], [`${orWorse}: 1 high`]],
    ['a worse one', [one({ severity: 'critical' })], [`${orWorse}: 1 critical`]],
    ['a lesser one', [one({ severity: 'medium' })], []],
    ['one that was answered', [one({ state: 'answered' })], []],
    ['one that stands in an example', [one({ state: 'folded' })], []],
  ])('of a severity forbids it or not: %s', (_, findings, words) => {
    expect(broken({ severity: 'high' }, found(findings))).toEqual(words);
  });

  it('counts what stands in examples where it says so: a server writes the surroundings', () => {
    const limits = { severity: 'high', lowConfidence: true };
    expect(broken(limits, found([one({ state: 'folded' })]))).toEqual([`${orWorse}: 1 high`]);
    expect(broken(limits, found([one({ state: 'answered' })]))).toEqual([]);
  });

  it('counts what was too much to be kept one by one', () => {
    const more = [{ rule: 'S02', severity: 'high', state: 'open', count: 7 }] as const;
    expect(broken({ severity: 'high' }, found([one()], { more }))).toEqual([`${orWorse}: 8 high`]);
    expect(broken({ rules: ['S02'] }, found([], { more }))).toEqual([
      'no findings of S02 may stay open: S02',
    ]);
  });

  it('of a rule forbids it at any severity, and says which', () => {
    const limits = { rules: ['X01', 'S02'] };
    expect(broken(limits, found([one({ severity: 'info' }), one({ rule: 'E01' })]))).toEqual([
      'no findings of X01, S02 may stay open: X01',
    ]);
  });

  it('says beside it where not all files were looked at, and forbids that only where told to', () => {
    const gaps = { notInspected: 1, notRead: 2 };
    expect(broken({ severity: 'high' }, found([], gaps))).toEqual([]);
    expect(broken({ severity: 'high' }, found([one()], gaps))).toEqual([
      `${orWorse}: 1 high; 1 not inspected, 2 files not checked`,
    ]);
    expect(broken({ notInspected: true }, found([], gaps))).toEqual([
      'the rules must inspect every file before approval: 1 not inspected, 2 files not checked',
    ]);
    expect(broken({ notInspected: true }, found([]))).toEqual([]);
    expect(broken({ notInspected: true }, null)).toHaveLength(1);
    expect(broken({ severity: 'high' }, null)).toEqual([]);
  });

  it('says everything at once', () => {
    const limits = { severity: 'low', rules: ['X01'], notInspected: true };
    expect(broken(limits, found([one()], { notRead: 1 }))).toHaveLength(3);
    expect(findingLines(inForce(limits).policy.findings)).toHaveLength(3);
    expect(findingLines(inForce({ severity: 'low' }).policy.findings)).toContain(
      'files that no rule inspected are listed but don’t block approval',
    );
    expect(findingLines(null)).toEqual([]);
  });

  it.each([
    ['nothing that it could forbid', {}, /^forbidFindings: it names no severity/],
    ['only how others are counted', { lowConfidence: true }, /^forbidFindings: it names/],
    ['a severity that there is not', { severity: 'worst' }, /^forbidFindings\.severity: ./],
    [
      'a rule that there is not',
      { rules: ['X01', 'X99'] },
      'forbidFindings.rules.1: there is no rule "X99"',
    ],
    [
      'a rule in other letters',
      { rules: ['x01'] },
      'forbidFindings.rules.0: there is no rule "x01"',
    ],
    ['a key that nobody knows', { severity: 'high', unless: 1 }, /unless/],
    ['a switch that is none', { notInspected: 'yes' }, /^forbidFindings\.notInspected: ./],
  ])('is refused as a whole where it has %s', (_, limits, reason) => {
    const parsed = parsePolicy(policyText(limits));
    expect(parsed.ok ? '' : parsed.error).toMatch(reason);
  });

  it('may name every rule that there is', () => {
    for (const { id } of rules) expect(isRuleId(id), id).toBe(true);
    for (const id of ['X00', 'X17', 'Z01', 'constructor', '__p', 'X1', 'X001', ''])
      expect(isRuleId(id), id).toBe(false);
  });
});

describe('a policy on findings over decisions', () => {
  const limits = { coverage: { verified: 1, shown: 1, total: 1 }, grants: [], expiresAt: null };
  const record = (findings: unknown): ApprovalRecord =>
    ({ decision: 'approved', ...limits, grants: { allowedTools: [] }, findings }) as never;
  const ruleOn = (policy: PolicyInForce, findings: unknown): string | null =>
    policyVerdict(policy, {
      ...{ identity: null, target: null, uri: 'u', content: 'listed' },
      record: record(findings),
    })?.rule ?? null;

  it('refuses a new one, and blocks those from before, by the same words', () => {
    const policy = inForce({ severity: 'high' });
    const kept = found([one()]);
    expect(approvalRefusal(policy, { ...limits, findings: kept, now: 0 })).toBe(
      `${orWorse}: 1 high`,
    );
    expect(ruleOn(policy, kept)).toBe(`${orWorse}: 1 high`);
    expect(ruleOn(policy, found([one({ state: 'answered' })]))).toBeNull();
  });

  it.each([['nothing'], ['{}'], ['"X01"'], ['{"findings":[],"more":0}']])(
    'counts a decision that keeps %s as one that nobody looked at anything for',
    (text) => {
      const kept = text === 'nothing' ? undefined : (JSON.parse(text) as unknown);
      expect(ruleOn(inForce({ severity: 'high' }), kept)).toBeNull();
      expect(ruleOn(inForce({ notInspected: true }), kept)).toContain(
        'unknown what they inspected',
      );
    },
  );
});
