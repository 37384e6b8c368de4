import { describe, expect, it } from 'vitest';
import type { ReportedCheck } from '../../../shared/model/report.ts';
import { counts } from '../../../shared/model/report-text.ts';
import { baselineOf, evaluate } from './evaluate.ts';
import { looked, type ConformanceCheck } from './check.ts';
import { reportOn } from './testing/planted.ts';
import { defects } from '../../../e2e/servers/defects/index.ts';

const { transcript } = reportOn(defects['sound']!, '2026-07-28');

/** One check that finds a fault in each of these subjects, compared with a baseline. */
function reported(subjects: readonly string[], lines: readonly string[]): ReportedCheck {
  const check: ConformanceCheck = {
    ...{ id: 'skillgate/x', clause: 'Skills', level: 'MUST', words: 'It is so.', fix: 'Fix it.' },
    look: () => looked(subjects.map((subject) => ({ subject, said: 'it is not' }))),
  };
  const [one] = evaluate(transcript, [check], baselineOf(lines.join('\n')));
  return one!;
}
const many = Array.from({ length: 60 }, (_, at) => `skill://acme/${at}/SKILL.md`);
const line = (subject: string): string => `skillgate/x ${subject}`;

describe('a baseline with more faults than a report lists', () => {
  it('hides no later fault: it is listed first and counts', () => {
    const report = reported([...many, 'skill://evil/SKILL.md'], many.map(line));
    expect(report.faults[0]).toMatchObject({ subject: 'skill://evil/SKILL.md', known: false });
    expect(report.faults).toHaveLength(50);
    expect(report.why).toBe('… and 11 more, all in the baseline.');
    expect(counts(report)).toBe(true);
  });

  it('marks every listed fault as known if the baseline has them all', () => {
    const baseline = baselineOf(many.map(line).join('\n'));
    expect(counts(reported(many, many.map(line)))).toBe(false);
    for (const subject of many) expect(baseline.knows('skillgate/x', subject)).toBe(true);
    expect(baseline.stale()).toEqual([]);
  });

  it('names the lines that matched no fault, separately for each run', () => {
    const baseline = baselineOf(line('a'));
    expect(baseline.knows('skillgate/x', 'a')).toBe(true);
    expect(baseline.stale()).toEqual([]);
    expect(baseline.knows('skillgate/x', 'b')).toBe(false);
    expect(baseline.stale()).toEqual([line('a')]);
  });

  it('says how many of the faults left out are in the baseline', () => {
    const few = many.slice(0, 3).map(line);
    expect(reported(many, few).why).toBe('… and 10 more, 3 of them in the baseline.');
    expect(reported(many, []).why).toBe('… and 10 more.');
  });
});

describe('a subject that is too long to print whole', () => {
  const long = `skill://acme/${'a'.repeat(400)}`;

  it('differs from another one that starts the same way', () => {
    const [printed] = reported([long], []).faults;
    expect(counts(reported([`${long}/evil`], [line(printed!.subject)]))).toBe(true);
  });

  it('is known if the baseline has its whole check', () => {
    expect(counts(reported([long], ['skillgate/x']))).toBe(false);
  });
});
