import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import {
  countedWords,
  counts,
  endingWords,
  exchangeWords,
  maskedWords,
  scopeWords,
  slowestWords,
  stderrHeading,
  unquotedStderr,
} from '../../../shared/model/report-text.ts';
import type { OutputLine } from '../call/command.ts';

/** For people: what to fix first, with its evidence; then what couldn't be determined. */
export function textReport(report: ConformanceReport): OutputLine[] {
  const { checks, target, unfinished, stale } = report;
  const scope = scopeWords(report);
  const masked = maskedWords(report);
  const slowest = slowestWords(report);
  const bad = checks.filter(({ faults }) => faults.length > 0);
  const open = [...bad.filter(isFail), ...bad.filter((check) => !isFail(check))];
  return [
    scope === null ? target : `${target}: ${scope}`,
    ...open.flatMap(ofCheck),
    ...untold(checks),
    ...unfinished.map((said) => `not checked: ${said}`),
    ...stale.map((line) => `stale   ${line}: the baseline lists it, but no such problem was found`),
    ...(slowest.length === 0 ? [] : ['Slowest reads:', ...slowest.map((line) => `  ${line}`)]),
    ...stderrLines(unquotedStderr(report)),
    ...(masked === null ? [] : [masked]),
    ...(open.length > 1 ? summary(open) : []),
    `${countedWords(checks)}. ${endingWords(report)}`,
  ];
}

/**
 * What couldn't be determined. Checks with the same reason share one entry, since an empty listing
 * is the reason for many.
 */
function untold(checks: readonly ReportedCheck[]): OutputLine[] {
  const byReason = new Map<string, ReportedCheck[]>();
  for (const check of checks) {
    if (check.verdict !== 'skipped' && check.verdict !== 'info') continue;
    const key = `${check.verdict} ${check.why}`;
    byReason.set(key, [...(byReason.get(key) ?? []), check]);
  }
  return [...byReason.values()].flatMap(([first, ...others]): OutputLine[] => {
    if (first === undefined) return [];
    const { verdict, id, why } = first;
    if (others.length === 0) return [`${verdict.padEnd(7)} ${id}: ${why ?? ''}`];
    const ids = [id, ...others.map((other) => other.id)];
    return [`${verdict.padEnd(7)} ${why ?? ''} (${ids.length} checks)`, ...packed(ids)];
  });
}

const width = 92;

/** As many as fit on a line. */
function packed(ids: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [index, id] of ids.entries()) {
    const word = index === ids.length - 1 ? id : `${id},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(`        ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const isFail = ({ verdict }: ReportedCheck): boolean => verdict === 'fail';

/**
 * How many problems of one check are printed with request and answer: one mistake shows in every
 * file.
 */
const shown = 3;

/** Repeats what to fix, because only the end of a long report may be visible. */
const summary = (open: readonly ReportedCheck[]): OutputLine[] => [
  'To fix:',
  ...open.map((check) => {
    const { verdict, id, faults } = check;
    const times = faults.length > 1 ? `, ${faults.length} times` : '';
    const more = check.why === null ? '' : ' and more';
    return `  ${verdict.padEnd(5)} ${id}${times}${more}${counts(check) ? '' : ' (known)'}`;
  }),
];

function ofCheck(check: ReportedCheck): OutputLine[] {
  const { verdict, id, clause, level, words, fix, faults, why } = check;
  // If the faults have several fixes, each has its own.
  const isOneFix = faults.every((fault) => fault.fix === undefined);
  const fixes = (fault: ReportedFault): string | null => (isOneFix ? null : (fault.fix ?? fix));
  return [
    `${verdict.padEnd(7)} ${id}${counts(check) ? '' : ' (known)'}`,
    `        ${words} (${level}, "${clause}")`,
    ...faults.flatMap((fault, index) => ofFault(fault, index < shown, fixes(fault))),
    ...(faults.slice(shown).some(({ evidence }) => evidence !== null)
      ? [`        For request and answer of the last ${faults.length - shown}, use --format json.`]
      : []),
    ...(why === null ? [] : [`        ${why}`]),
    ...(isOneFix ? [`        fix: ${fix}`] : []),
  ];
}

/** What the server wrote to standard error, each line marked as its own. */
export const stderrLines = (lines: readonly string[] = [], indent = 0): OutputLine[] =>
  lines.length === 0
    ? []
    : [`${' '.repeat(indent)}${stderrHeading(lines)}`, { quoted: lines.join('\n'), indent }];

function ofFault(
  { subject, said, evidence, place, known }: ReportedFault,
  withEvidence: boolean,
  fix: string | null,
): OutputLine[] {
  const at = place === null ? '' : `${place.file}:${place.line}:${place.column}`;
  const where = place === null ? subject : place.file === subject ? at : `${at} ${subject}`;
  return [
    `     ${known ? '=' : '-'}  ${where}: ${said}`,
    ...(evidence === null || !withEvidence
      ? []
      : [
          `        ${exchangeWords(evidence)}: ${evidence.asked}`,
          { quoted: evidence.answer, indent: 8 },
          ...stderrLines(evidence.stderr, 8),
        ]),
    ...(fix === null ? [] : [`        fix: ${fix}`]),
  ];
}
