import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import {
  counts,
  exchangeWords,
  stderrHeading,
  unquotedStderr,
} from '../../../shared/model/report-text.ts';
import { visible } from '../../core/text.ts';

/**
 * The report as JUnit XML, with a case for each check. What breaks a SHOULD or is in the baseline
 * passes and says so in its output. ASCII only: the attacker writes subjects and answers, and none
 * of it becomes markup or an invisible character.
 */
export function junitReport(report: ConformanceReport): string {
  const { kind, target, checks, unfinished, stale } = report;
  const rest = unquotedStderr(report);
  const failures = checks.filter(isFailure).length;
  const skips = checks.filter(isSkipped).length;
  const errors = unfinished.map(
    (said) =>
      `    <testcase ${nameAttributes('run', kind)}><error ` +
      `message="${escapeXml(line(said))}"/></testcase>`,
  );
  const notes = stale.map((known) => `stale: ${line(known)}`).join('\n');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="skillgate ${kind}">`,
    `  <testsuite name="${escapeXml(line(target))}" tests="${checks.length + errors.length}" ` +
      `failures="${failures}" errors="${errors.length}" skipped="${skips}">`,
    ...checks.map((check) => caseOf(check, kind)),
    ...errors,
    ...(notes === '' ? [] : [`    <system-out>${escapeXml(notes)}</system-out>`]),
    ...(rest.length === 0
      ? []
      : [`    <system-err>${escapeXml(rest.map(line).join('\n'))}</system-err>`]),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const isFailure = (check: ReportedCheck): boolean => check.verdict === 'fail' && counts(check);
const isSkipped = ({ verdict }: ReportedCheck): boolean => verdict === 'skipped';
const nameAttributes = (name: string, kind: string): string =>
  `name="${escapeXml(name)}" classname="${kind}"`;

function caseOf(check: ReportedCheck, kind: string): string {
  const { id, words, fix, why, faults } = check;
  const head = `    <testcase ${nameAttributes(id, kind)}`;
  const isOneFix = faults.every((fault) => fault.fix === undefined);
  const said = [
    words,
    ...faults.map((fault) => ofFault(fault, isOneFix ? null : (fault.fix ?? fix))),
    ...(isOneFix ? [fix] : []),
  ].join('\n');
  if (isFailure(check))
    return (
      `${head}><failure message="${escapeXml(words)}" ` +
      `type="MUST">${escapeXml(said)}</failure></testcase>`
    );
  if (isSkipped(check))
    return `${head}><skipped>${escapeXml(line(why ?? ''))}</skipped></testcase>`;
  if (faults.length > 0) return `${head}><system-out>${escapeXml(said)}</system-out></testcase>`;
  return `${head}/>`;
}

function ofFault({ subject, said, evidence, known }: ReportedFault, fix: string | null): string {
  const shown =
    evidence === null
      ? ''
      : `\n  ${exchangeWords(evidence)}: ` +
        `${line(evidence.asked)}\n  | ${line(evidence.answer)}${stderrText(evidence.stderr)}`;
  return (
    `- ${known ? '(known) ' : ''}${line(subject)}: ` +
    `${line(said)}${shown}${fix === null ? '' : `\n  ${fix}`}`
  );
}

const stderrText = (lines: readonly string[] = []): string =>
  lines.length === 0
    ? ''
    : `\n  ${[stderrHeading(lines), ...lines.map((text) => `| ${line(text)}`)].join('\n  ')}`;

/** A server's text must not begin a line of its own. */
const line = (text: string): string => visible(text, 4_000);

/**
 * Escapes text for an attribute or an element: what XML 1.0 forbids becomes U+FFFD. One of two
 * number signs is escaped, because a build that prints the file takes `##[` for a command.
 */
export const escapeXml = (text: string): string =>
  text.replace(/[^\n -~]|[&<>"']|#(?=#)/gu, (char) => {
    const point = char.codePointAt(0) ?? 0;
    const isAllowed =
      point >= 0x20 &&
      !(point >= 0xd800 && point <= 0xdfff) &&
      point !== 0xfffe &&
      point !== 0xffff;
    return isAllowed ? `&#x${point.toString(16)};` : '&#xfffd;';
  });
