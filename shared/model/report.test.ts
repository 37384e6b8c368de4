import { describe, expect, it } from 'vitest';
import {
  flipsOf,
  flipWords,
  type ConformanceReport,
  type ReportedCheck,
  type ReportedFault,
} from './report.ts';

const fault = (subject: string, more: Partial<ReportedFault> = {}): ReportedFault => ({
  ...{ subject, said: `says ${subject}`, evidence: null, place: null, known: false },
  ...more,
});
const check = (
  id: string,
  faults: readonly ReportedFault[],
  more: Partial<ReportedCheck> = {},
): ReportedCheck => ({
  ...{ id, clause: 'c', level: 'MUST', words: 'w', fix: 'm', why: null, evidence: null },
  verdict: faults.length > 0 ? 'fail' : 'pass',
  faults: [...faults],
  ...more,
});
const report = (...checks: readonly ReportedCheck[]): ConformanceReport => ({
  ...{ format: 'skillgate/report@1', kind: 'conformance', target: 's', protocol: null },
  ...{ checks: [...checks], unfinished: [], stale: [] },
});
const names = (flips: ReturnType<typeof flipsOf>) => ({
  fixed: flips.fixed.map(({ check: id, subject }) => `${id} ${subject}`),
  fresh: flips.fresh.map(({ check: id, subject }) => `${id} ${subject}`),
  unseen: flips.unseen.map(({ check: id, subject }) => `${id} ${subject}`),
  left: flips.left,
});

describe('what flipped', () => {
  it('is a fault that is gone, and one that is new, by check and subject', () => {
    const flips = flipsOf(
      report(check('a', [fault('x'), fault('y')]), check('b', [])),
      report(check('a', [fault('y', { said: 'says it otherwise' })]), check('b', [fault('z')])),
    );
    expect(names(flips)).toEqual({ fixed: ['a x'], fresh: ['b z'], unseen: [], left: 2 });
    expect(flipWords(flips)).toBe('1 fixed, 1 new, 2 to fix');
  });

  it('is nothing where nothing changed', () => {
    const same = report(check('a', [fault('x')]));
    expect(names(flipsOf(same, same))).toEqual({ fixed: [], fresh: [], unseen: [], left: 1 });
  });

  it('is never "fixed" where the check did not look, or is not there', () => {
    const before = report(check('a', [fault('x')]), check('b', [fault('y')]));
    const after = report(check('a', [], { verdict: 'skipped', why: 'no listing' }));
    expect(names(flipsOf(before, after)).fixed).toEqual([]);
    expect(names(flipsOf(before, after)).unseen).toEqual(['a x', 'b y']);
    expect(flipWords(flipsOf(before, after))).toContain('2 not checked this time');
  });

  it('is not told of faults that a check only counts', () => {
    const some = report(check('a', [fault('x')], { why: '… and 7 more.' }));
    const others = report(check('a', [fault('y')], { why: '… and 7 more.' }));
    expect(names(flipsOf(some, others))).toEqual({
      ...{ fixed: [], fresh: [], unseen: ['a x'] },
      left: 1,
    });
  });

  it('leaves out what the baseline knows', () => {
    const known = report(check('a', [fault('x', { known: true })]));
    expect(names(flipsOf(known, report(check('a', []))))).toEqual({
      ...{ fixed: [], fresh: [], unseen: [], left: 0 },
    });
    expect(names(flipsOf(report(check('a', [])), known)).fresh).toEqual([]);
  });
});
