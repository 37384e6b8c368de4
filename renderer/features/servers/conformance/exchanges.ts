import type { ConformanceReport, ReportedCheck } from '../../../../shared/model/report.ts';

/** The requests that serve as evidence in a check, in display order. */
export const exchangesOf = ({ faults, evidence }: ReportedCheck): readonly number[] =>
  [...faults.map((fault) => fault.evidence), evidence].flatMap((one) => one?.request ?? []);

/** The first request in a report that someone needs to fix something for; null if none. */
export const firstExchange = ({ checks }: ConformanceReport): number | null =>
  (['fail', 'warn'] as const)
    .flatMap((wanted) => checks.filter(({ verdict }) => verdict === wanted))
    .flatMap(exchangesOf)[0] ?? null;
