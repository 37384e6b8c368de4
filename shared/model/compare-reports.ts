import { grouped } from '../group-digits.ts';
import type { CheckFlip, CheckFlips } from './flips.ts';
import type { ConformanceReport, ReportedCheck } from './report.ts';

/** What changed from one run to the next. */
export function flipsOf(before: ConformanceReport, after: ConformanceReport): CheckFlips {
  const then = faultsOf(before);
  const now = faultsOf(after);
  const gone = [...then].filter(([name]) => !now.has(name)).map(([, flip]) => flip);
  const checks = new Map(after.checks.map((check) => [check.id, check]));
  const isSeen = ({ check }: CheckFlip): boolean => toldWhole(checks.get(check));
  const told = new Map(before.checks.map((check) => [check.id, check]));
  return {
    fixed: gone.filter(isSeen),
    unseen: gone.filter((flip) => !isSeen(flip)),
    // If a check reported only some of its problems, it's unknown whether one is new.
    fresh: [...now]
      .filter(([name, { check }]) => !then.has(name) && !isCut(told.get(check)))
      .map(([, flip]) => flip),
    left: after.checks.flatMap(openFaults).length,
  };
}

export const flipName = (check: string, subject: string): string => `${check}\n${subject}`;

/** As one line: `2 fixed, 1 new, 3 to fix`. */
export function flipWords({ fixed, fresh, unseen, left }: CheckFlips): string {
  const figure = (count: number): string => grouped(count);
  return [
    `${figure(fixed.length)} fixed`,
    `${figure(fresh.length)} new`,
    ...(unseen.length === 0 ? [] : [`${figure(unseen.length)} not checked this time`]),
    `${figure(left)} to fix`,
  ].join(', ');
}

function faultsOf(report: ConformanceReport): Map<string, CheckFlip> {
  const found = new Map<string, CheckFlip>();
  for (const check of report.checks)
    for (const { subject, said } of openFaults(check)) {
      const name = flipName(check.id, subject);
      if (!found.has(name)) found.set(name, { check: check.id, subject, said });
    }
  return found;
}

const openFaults = ({ faults }: ReportedCheck): ReportedCheck['faults'] =>
  faults.filter(({ known }) => !known);

/** It has more problems than it reports; only then `why` is set besides them. */
const isCut = (check: ReportedCheck | undefined): boolean =>
  check !== undefined && check.faults.length > 0 && check.why !== null;

const toldWhole = (check: ReportedCheck | undefined): boolean =>
  check !== undefined && check.verdict !== 'skipped' && !isCut(check);
