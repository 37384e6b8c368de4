import { flipName } from '../../../../shared/model/compare-reports.ts';
import type { CheckFlips } from '../../../../shared/model/flips.ts';
import type {
  CheckVerdict,
  ConformanceReport,
  ReportedCheck,
} from '../../../../shared/model/report.ts';

/** Check results in the order in which to fix them, with each group's label. */
export const groups = [
  { verdict: 'fail', title: 'Fails', folded: false },
  { verdict: 'warn', title: 'Warnings', folded: false },
  { verdict: 'info', title: 'Information', folded: false },
  { verdict: 'skipped', title: 'Skipped', folded: true },
  { verdict: 'pass', title: 'Passed', folded: true },
] as const satisfies readonly { verdict: CheckVerdict; title: string; folded: boolean }[];

/** The checks that contain every word of the filter, ignoring case. */
export function filtered(report: ConformanceReport, filter: string): readonly ReportedCheck[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return report.checks;
  return report.checks.filter((check) => {
    const text = [
      ...[check.id, check.clause, check.level, check.words, check.fix, check.why ?? ''],
      ...check.faults.flatMap(({ subject, said }) => [subject, said]),
    ]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The basis of a report's marks. */
export interface ReportMarks {
  /** Checks with faults that are gone since the previous run. */
  readonly fixed: ReadonlySet<string>;
  /** New faults, by `flipName`. */
  readonly fresh: ReadonlySet<string>;
}

export const marksOf = (flips: CheckFlips | null): ReportMarks => ({
  fixed: new Set(flips?.fixed.map(({ check }) => check)),
  fresh: new Set(flips?.fresh.map(({ check, subject }) => flipName(check, subject))),
});
