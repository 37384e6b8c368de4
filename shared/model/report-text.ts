import { counted } from '../size-text.ts';
import {
  greetingRequest,
  type CheckVerdict,
  type ReportEvidence,
  type ConformanceReport,
  type ReportedCheck,
} from './report.ts';

/** The words and numbers of a report: the same on screen, in a file and in a terminal. */

/** Whether the check still counts: some problem of it is in no baseline. */
export const counts = ({ verdict, faults }: ReportedCheck): boolean =>
  (verdict === 'fail' || verdict === 'warn') && faults.some(({ known }) => !known);

/** The exchange that shows something: `request 7`. */
export const exchangeWords = ({ request }: Pick<ReportEvidence, 'request'>): string =>
  request === greetingRequest ? 'on connecting' : `request ${request}`;

/** A problem's text with one period at its end. */
export const sentence = (said: string): string => (/[.!?…]$/.test(said) ? said : `${said}.`);

/** What was checked: `3 skills, 6 files, SEP-2640, 2026-07-28, stdio`; null for files on a disk. */
export function scopeWords({ scope, protocol }: ConformanceReport): string | null {
  if (scope === undefined) return null;
  const { skills, files, dialect, transport } = scope;
  return [
    counted(skills, 'skill'),
    counted(files, 'file'),
    dialect ?? 'extension not declared',
    ...(protocol === null || protocol === '' ? [] : [protocol]),
    transport,
  ].join(', ');
}

/** The slowest reads: `6.0 s skill://acme/refunds/total.py`. */
export const slowestWords = ({ slowest = [] }: ConformanceReport): readonly string[] =>
  slowest.map(({ uri, ms }) => `${(ms / 1_000).toFixed(1)} s ${uri}`);

/** What `••••` stands for in a report; null if nothing is masked, or it has no name. */
export const maskedWords = ({ masked = [] }: ConformanceReport): string | null =>
  masked.length === 0 ? null : `•••• replaces the value of ${masked.join(', ')}.`;

/** Above the last lines that the server's process wrote to standard error. */
export const stderrHeading = (lines: readonly string[]): string =>
  lines.length === 1
    ? 'Last line of standard error:'
    : `Last ${lines.length} lines of standard error:`;

/**
 * The last lines of standard error, unless there's nothing to fix or a check already shows them.
 */
export function unquotedStderr(report: ConformanceReport): readonly string[] {
  const { stderr = [], checks } = report;
  if (outcomeOf(report) === 'pass') return [];
  const quoted = new Set(
    checks.flatMap(({ faults }) => faults.flatMap(({ evidence }) => evidence?.stderr ?? [])),
  );
  const last = stderr.at(-1);
  return last === undefined || quoted.has(last) ? [] : stderr;
}

/** What there is to fix, for an exit code and the last line. */
export function outcomeOf({ checks, unfinished }: ConformanceReport): 'pass' | 'fail' | 'warn' {
  const open = checks.filter(counts);
  if (open.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return open.length > 0 || unfinished.length > 0 ? 'warn' : 'pass';
}

const order: readonly CheckVerdict[] = ['pass', 'fail', 'warn', 'skipped', 'info'];

/** How many checks had which result: `54 pass, 1 fail (1 known)`. */
export function countedWords(checks: readonly ReportedCheck[]): string {
  const of = (verdict: CheckVerdict): number =>
    checks.filter((check) => check.verdict === verdict).length;
  const known = checks.filter((check) => check.faults.length > 0 && !counts(check)).length;
  const parts = order.flatMap((verdict) =>
    of(verdict) === 0 ? [] : [`${of(verdict)} ${verdict}`],
  );
  return `${parts.join(', ')}${known === 0 ? '' : ` (${known} known)`}`;
}

/** The last sentence. "Nothing to fix" is said only if everything was checked. */
export function endingWords(report: ConformanceReport): string {
  if (report.unfinished.length > 0) return 'Not everything was checked.';
  switch (outcomeOf(report)) {
    case 'pass':
      return report.checks.some(({ faults }) => faults.length > 0)
        ? 'Nothing to fix beyond the baseline.'
        : 'Nothing to fix.';
    case 'warn':
      return 'Nothing breaks a MUST.';
    case 'fail':
      return 'Something needs fixing.';
  }
}
