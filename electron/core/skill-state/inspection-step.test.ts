import { describe, expect, it } from 'vitest';
import type { FindingDismissal, Finding } from '../../../shared/model/findings.ts';
import { answerTo } from '../../../shared/model/severity.ts';
import { countsOf } from './steps.ts';

const finding = (more: Partial<Finding> = {}): Finding =>
  ({
    rule: 'X01',
    ruleset: '1',
    uri: 'skill://a/run.sh',
    digest: 'sha256:a',
    severity: 'high',
    confidence: 'high',
    ...more,
  }) as Finding;
const answer = (more: Partial<FindingDismissal> = {}): FindingDismissal => ({
  id: '1',
  rule: 'X01',
  ruleset: '1',
  digest: 'sha256:a',
  file: 'skill://a/run.sh',
  reason: 'looked at',
  by: 'me',
  at: '2026-11-22T00:00:00.000Z',
  expiresAt: null,
  ...more,
});

describe('an answer', () => {
  it('holds for the rule, the version of the rules, the bytes and the file that it names', () => {
    expect(answerTo(finding(), [answer()])).toEqual(answer());
  });

  it.each<[string, Partial<Finding>]>([
    ['another rule', { rule: 'X02' }],
    ['another version of the rules', { ruleset: '2' }],
    ['other bytes', { digest: 'sha256:b' }],
    ['another file', { uri: 'skill://a/other.sh' }],
  ])('says nothing of %s: the finding is open again', (_, more) => {
    expect(answerTo(finding(more), [answer()])).toBeNull();
  });

  const looked = { severity: 'medium', confidence: 'medium' } as const;

  it('of the whole skill holds for the same bytes under another path', () => {
    const of = answer({ file: null, severity: 'high', confidence: 'high' });
    expect(answerTo(finding({ uri: 'skill://a/b.sh' }), [of])).toBe(of);
    const changed = finding({ uri: 'skill://a/b.sh', digest: 'sha256:b' });
    expect(answerTo(changed, [of])).toBeNull();
  });

  it.each<[string, Partial<Finding>, boolean]>([
    ['as bad', looked, true],
    ['less bad', { severity: 'low', confidence: 'low' }, true],
    ['worse', { severity: 'high', confidence: 'medium' }, false],
    ['more likely', { severity: 'low', confidence: 'high' }, false],
  ])('was given to what was looked at: one that is %s', (_, now, holds) => {
    for (const file of ['skill://a/run.sh', null])
      expect(answerTo(finding(now), [answer({ file, ...looked })]) !== null).toBe(holds);
  });

  it('of a version that kept nothing of what was looked at holds for its one file alone', () => {
    expect(answerTo(finding(), [answer()])).not.toBeNull();
    expect(answerTo(finding(), [answer({ file: null })])).toBeNull();
  });
});

describe('the counts of findings', () => {
  it('have each finding in exactly one number, and files that nobody read in none', () => {
    const findings = [
      finding(),
      finding({ rule: 'X02' }),
      finding({ rule: 'P01', confidence: 'low' }),
      finding({ rule: 'A01', severity: 'critical' }),
    ];
    const gap = { uri: 'skill://a/x', digest: null, detail: '' } as const;
    const notInspected = [
      { ...gap, reason: 'not-read' },
      { ...gap, reason: 'too-slow' },
    ] as const;
    expect(countsOf({ findings, notInspected, files: 3 }, [answer()])).toEqual({
      critical: 1,
      high: 1,
      medium: 0,
      low: 0,
      info: 0,
      folded: 1,
      acknowledged: 1,
      notInspected: 1,
      files: 3,
    });
  });
});
