import { describe, expect, it } from 'vitest';
import { brokenLimits, endsTooLate, limitWords, type ApprovalLimits } from './approval-limits.ts';

const none: ApprovalLimits = { fullCoverage: false, shown: false, noTools: false, longestMs: null };
const all: ApprovalLimits = { fullCoverage: true, shown: true, noTools: true, longestMs: 1_000 };
const approval = { coverage: { verified: 1, shown: 1, total: 2 }, grants: ['Read'] };

describe('the limits of an approval', () => {
  it('are told all at once, not one after the other', () => {
    expect(brokenLimits(all, approval)).toEqual([
      limitWords.coverage,
      limitWords.shown,
      limitWords.grants,
    ]);
    expect(brokenLimits(none, approval)).toEqual([]);
    const whole = { coverage: { verified: 2, shown: 2, total: 2 }, grants: [] };
    expect(brokenLimits(all, whole)).toEqual([]);
  });
  it('are not kept by a set of no file', () => {
    const empty = { coverage: { verified: 0, shown: 0, total: 0 }, grants: [] };
    expect(brokenLimits(all, empty)).toEqual([limitWords.coverage, limitWords.shown]);
  });
  it('end an approval in time, and what is no time is too late', () => {
    const at = (ms: number): string => new Date(ms).toISOString();
    expect(endsTooLate(all, at(5_000), 4_000)).toBe(false);
    expect(endsTooLate(all, at(5_001), 4_000)).toBe(true);
    expect(endsTooLate(all, null, 4_000)).toBe(true);
    expect(endsTooLate(all, 'soon', 4_000)).toBe(true);
    expect(endsTooLate(none, null, 4_000)).toBe(false);
  });
});
