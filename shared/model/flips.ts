import { z } from 'zod';
import type { ConformanceReport, ReportedCheck } from './report.ts';
import { flipName } from './flip-text.ts';

/** One problem, identified by its check and subject. */
const flipSchema = z.object({
  check: z.string(),
  subject: z.string(),
  said: z.string(),
});
export type CheckFlip = z.infer<typeof flipSchema>;

/**
 * The differences between two runs of the same checks on the same thing. Known problems don't
 * count.
 */
export const flipsSchema = z.object({
  /** Found then, and not found by the check now. */
  fixed: z.array(flipSchema),
  /** Found now but not then. */
  fresh: z.array(flipSchema),
  /** Found then, but now its check was skipped or reports only some of its problems. */
  unseen: z.array(flipSchema),
  /** Problems left to fix now, including new ones. */
  left: z.number(),
});
export type CheckFlips = z.infer<typeof flipsSchema>;

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
