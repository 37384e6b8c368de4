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
  unquotedStderr,
} from '../../../shared/model/report-text.ts';
import { code } from '../links.ts';

/**
 * A report as Markdown, for an issue or a pull request. An attacker can write subjects and answers,
 * so each is in a code span that it can't leave and that activates no mention or address.
 */
export function markdownReport(report: ConformanceReport): string {
  const { checks, target, unfinished, stale } = report;
  const scope = scopeWords(report);
  const masked = maskedWords(report);
  const bad = checks.filter(({ faults }) => faults.length > 0);
  const isFail = ({ verdict }: ReportedCheck): boolean => verdict === 'fail';
  const open = [...bad.filter(isFail), ...bad.filter((check) => !isFail(check))];
  const beside = checks.filter(({ verdict }) => verdict === 'skipped' || verdict === 'info');
  return [
    `# Check of ${code(target)}`,
    '',
    `${countedWords(checks)}. ${endingWords(report)}`,
    '',
    ...(scope === null ? [] : [`- Served: ${code(scope)}`]),
    ...(masked === null ? [] : [`- ${code(masked)}`]),
    ...unfinished.map((said) => `- Not checked: ${code(said)}`),
    ...stale.map((line) => `- The baseline has ${code(line)}, but nothing fails because of it`),
    ...open.flatMap(ofCheck),
    ...stderrOfRun(unquotedStderr(report)),
    ...(beside.length === 0 ? [] : ['', '## Skipped and informational', '']),
    ...beside.map(({ verdict, id, why }) => `- ${verdict}: ${code(id)}: ${code(why ?? '')}`),
    '',
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

const stderrOfRun = (lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : ['', '## Standard error', '', ...lines.map((line) => `- ${code(line)}`)];

function ofCheck(check: ReportedCheck): string[] {
  const { verdict, id, clause, level, words, fix, faults, why } = check;
  const isOneFix = faults.every((fault) => fault.fix === undefined);
  return [
    '',
    `## ${verdict}: ${code(id)}${counts(check) ? '' : ' (known)'}`,
    '',
    `${words} (${level}, "${clause}")`,
    '',
    ...faults.flatMap((fault) => ofFault(fault, isOneFix ? null : (fault.fix ?? fix))),
    ...(why === null ? [] : [`- ${code(why)}`]),
    '',
    ...(isOneFix ? [`Fix: ${fix}`] : []),
  ];
}

function ofFault(
  { subject, said, evidence, place, known }: ReportedFault,
  fix: string | null,
): string[] {
  const at = place === null ? '' : `${place.file}:${place.line}:${place.column}`;
  const where = place === null ? subject : place.file === subject ? at : `${at} ${subject}`;
  return [
    `- ${code(where)}: ${code(said)}${known ? ' (known)' : ''}`,
    ...(fix === null ? [] : [`  - Fix: ${fix}`]),
    ...(evidence === null
      ? []
      : [
          `  - ${exchangeWords(evidence)}: ${code(evidence.asked, 2_500)}`,
          `  - answer: ${code(evidence.answer, 2_500)}`,
          ...(evidence.stderr ?? []).map((line) => `  - standard error: ${code(line)}`),
        ]),
  ];
}
