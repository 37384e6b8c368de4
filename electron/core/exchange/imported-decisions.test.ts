import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import {
  mostKept,
  type KeptFinding,
  type KeptFindings,
} from '../../../shared/model/kept-findings.ts';
import { importedFindings } from './imported-decisions.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const one = (more: Partial<KeptFinding> = {}): KeptFinding => ({
  ...{
    rule: 'P01',
    ruleset: '1',
    severity: 'high',
    uri: 'skill://a/run.sh',
    digest,
    state: 'open',
  },
  mark: `sha256:${'b'.repeat(64)}`,
  ...more,
});
const kept = (
  findings: readonly Partial<KeptFinding>[],
  more: Partial<KeptFindings> = {},
): KeptFindings => ({
  ...{ findings: findings.map(one), more: [], notInspected: 0, notRead: 0 },
  ...more,
});
const signed = (findings: unknown): ApprovalRecord =>
  ({ resources: [{}, {}, {}], findings }) as unknown as ApprovalRecord;

describe('what an import is judged by', () => {
  it('is nothing where nobody says anything, and the signer’s word of files that nobody read', () => {
    expect(importedFindings(signed(undefined), [])).toBeNull();
    expect(importedFindings(signed('x'), [])).toBeNull();
    expect(
      importedFindings(signed(kept([{ state: 'answered' }], { notInspected: 2 })), []),
    ).toEqual(kept([{ state: 'open' }], { notRead: 3 }));
  });

  it('is what stands here, whatever the signer says or leaves out', () => {
    const here = kept([{}], { notRead: 1 });
    for (const word of [undefined, 'x', kept([]), kept([], { notInspected: 3 })])
      expect(importedFindings(signed(word), [here])).toEqual(here);
  });

  it.each<[string, Partial<KeptFinding>, Partial<KeptFinding>, Partial<KeptFinding>]>([
    ['worse there', { severity: 'low' }, {}, { severity: 'high' }],
    ['folded here', { state: 'folded' }, { severity: 'low' }, { state: 'open' }],
    ['folded there', {}, { state: 'folded' }, {}],
    [
      'folded in both',
      { state: 'folded', severity: 'low' },
      { state: 'folded' },
      { state: 'folded' },
    ],
    ['answered here', { state: 'answered' }, {}, { state: 'answered' }],
    ['answered here, and worse there', { state: 'answered', severity: 'low' }, {}, {}],
    [
      'answered here, of other bytes',
      { state: 'answered', digest: `sha256:${'c'.repeat(64)}` },
      {},
      { digest: `sha256:${'c'.repeat(64)}` },
    ],
    ['answered there', {}, { state: 'answered' }, {}],
  ])('takes the worse of both: %s', (_, here, there, result) => {
    expect(importedFindings(signed(kept([there])), [kept([here])])?.findings).toEqual([
      one(result),
    ]);
  });

  it('has what was found there alone beside it, and of two skills here what each has', () => {
    const found = importedFindings(signed(kept([{ rule: 'P03', severity: 'critical' }])), [
      kept([], { notRead: 3 }),
      kept([{ rule: 'P02', state: 'folded' }], { notRead: 1 }),
      kept([{}], { notRead: 2 }),
    ]);
    expect(found?.findings.map(({ rule }) => rule)).toEqual(['P03', 'P01', 'P02']);
    expect(found?.notRead).toBe(1);
  });

  it('keeps as many as any decision, and the others by rule', () => {
    const many = (rule: string): Partial<KeptFinding>[] =>
      Array.from({ length: mostKept }, (_, at) => ({ rule, uri: `skill://a/${at}` }));
    const more = [{ rule: 'P03', severity: 'low', state: 'open', count: 2 }] as const;
    const here = kept(many('P01'), { more });
    const there = kept(many('P02'), { more: [{ ...more[0], count: 5 }] });
    const found = importedFindings(signed(there), [here]);
    expect(found?.findings).toHaveLength(mostKept);
    expect(found?.more).toEqual([
      { rule: 'P03', severity: 'low', state: 'open', count: 5 },
      { rule: 'P02', severity: 'high', state: 'open', count: mostKept },
    ]);
  });
});
