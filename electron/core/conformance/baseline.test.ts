import { describe, expect, it } from 'vitest';
import type { ReportedCheck } from '../../../shared/model/report.ts';
import { counts } from '../../../shared/model/report-text.ts';
import { baselineOf } from './baseline.ts';
import { looked, type ConformanceCheck } from './check.ts';
import { evaluate } from './evaluate.ts';
import { reportOn } from './testing/planted.ts';
import { defects } from '../../../e2e/servers/defects/index.ts';

const { transcript } = reportOn(defects['sound']!, '2026-07-28');

/** One check that finds a fault in each of these, measured against a baseline. */
function reported(subjects: readonly string[], lines: readonly string[]): ReportedCheck {
  const check: ConformanceCheck = {
    ...{ id: 'skillgate/x', clause: 'Skills', level: 'MUST', words: 'It is so.', mend: 'Mend it.' },
    look: () => looked(subjects.map((subject) => ({ subject, said: 'it is not' }))),
  };
  const [one] = evaluate(transcript, [check], baselineOf(lines.join('\n')));
  return one!;
}
const many = Array.from({ length: 60 }, (_, at) => `skill://acme/${at}/SKILL.md`);
const line = (subject: string): string => `skillgate/x ${subject}`;

describe('a baseline of more faults than are told', () => {
  it('hides no later one: it is told first, and counts', () => {
    const report = reported([...many, 'skill://evil/SKILL.md'], many.map(line));
    expect(report.faults[0]).toMatchObject({ subject: 'skill://evil/SKILL.md', known: false });
    expect(report.faults).toHaveLength(50);
    expect(report.why).toBe('… and 11 more, which the baseline has.');
    expect(counts(report)).toBe(true);
  });

  it('has each of them for known where it has them all', () => {
    const baseline = baselineOf(many.map(line).join('\n'));
    expect(counts(reported(many, many.map(line)))).toBe(false);
    for (const subject of many) expect(baseline.knows('skillgate/x', subject)).toBe(true);
    expect(baseline.stale()).toEqual([]);
  });

  it('says of each run which of its lines nothing failed for', () => {
    const baseline = baselineOf(line('a'));
    expect(baseline.knows('skillgate/x', 'a')).toBe(true);
    expect(baseline.stale()).toEqual([]);
    expect(baseline.knows('skillgate/x', 'b')).toBe(false);
    expect(baseline.stale()).toEqual([line('a')]);
  });

  it('says how many of those that are not told it has', () => {
    const few = many.slice(0, 3).map(line);
    expect(reported(many, few).why).toBe('… and 10 more, of which the baseline has 3.');
    expect(reported(many, []).why).toBe('… and 10 more.');
  });
});

describe('a subject that is too long to be printed whole', () => {
  const long = `skill://acme/${'a'.repeat(400)}`;

  it('is no other one that begins alike', () => {
    const [printed] = reported([long], []).faults;
    expect(counts(reported([`${long}/evil`], [line(printed!.subject)]))).toBe(true);
  });

  it('can be known with all others of its check', () => {
    expect(counts(reported([long], ['skillgate/x']))).toBe(false);
  });
});
