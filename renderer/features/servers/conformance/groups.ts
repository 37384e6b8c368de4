import { useLayoutEffect, type RefObject } from 'react';
import {
  flipName,
  type CheckFlips,
  type CheckVerdict,
  type ConformanceReport,
  type ReportedCheck,
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

/** The requests that serve as evidence in a check, in display order. */
export const exchangesOf = ({ faults, evidence }: ReportedCheck): readonly number[] =>
  [...faults.map((fault) => fault.evidence), evidence].flatMap((one) => one?.request ?? []);

/** The first request in a report that someone needs to fix something for; null if none. */
export const firstExchange = ({ checks }: ConformanceReport): number | null =>
  (['fail', 'warn'] as const)
    .flatMap((wanted) => checks.filter(({ verdict }) => verdict === wanted))
    .flatMap(exchangesOf)[0] ?? null;

/** The check and control from which the person left the report. */
interface Left {
  readonly check: string;
  readonly control: number;
}

/** By server; each is used once. */
const left = new Map<string, Left>();
const controls = 'summary, button';

/** Remembers where the person opened an exchange: the focused check, or the check of `request`. */
export function noteLeft(server: string, box: HTMLElement | null, request: number): void {
  const here = document.activeElement;
  const focused = here?.closest<HTMLElement>('[data-check]');
  const item =
    focused != null && (box?.contains(focused) === true || focused.contains(box))
      ? focused
      : box?.querySelector<HTMLElement>(`[data-check][data-exchange="${request}"]`);
  if (item == null) return;
  const control = [...item.querySelectorAll(controls)].findIndex((one) => one === here);
  left.set(server, { check: item.dataset['check'] ?? '', control: Math.max(0, control) });
}

/** Returns a person who comes back from an exchange to the check and control that they left. */
export function useBackToCheck(server: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const at = left.get(server);
    left.delete(server);
    // Someone who came another way is already elsewhere.
    if (at === undefined || document.activeElement !== document.body) return;
    const item = [...(box.current?.querySelectorAll<HTMLElement>('[data-check]') ?? [])].find(
      (one) => one.dataset['check'] === at.check,
    );
    if (item === undefined) return;
    for (let up: HTMLElement | null = item; up !== null; up = up.parentElement)
      if (up instanceof HTMLDetailsElement) up.open = true;
    const inner = item.querySelector('details');
    if (inner !== null && at.control > 0) inner.open = true;
    const all = item.querySelectorAll<HTMLElement>(controls);
    const control = all[at.control] ?? all[0];
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  }, [server, box]);
}
