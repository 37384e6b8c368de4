import { isOpen, type FindingSeverity } from '../../../shared/model/severity.ts';
import { visible } from '../../core/text.ts';
import type { OutputLine } from '../call/command.ts';
import { reasonWords } from './findings-text.ts';
import { isUntold, unseenCount, unseenText, type FindingsReport } from './report.ts';

const levels: Readonly<Record<FindingSeverity, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
};

/**
 * Workflow commands of GitHub Actions. The attacker writes paths and excerpts, so the characters
 * that separate commands and their values are encoded: none can begin a command of its own.
 */
export function githubLines(report: FindingsReport): OutputLine[] {
  const { skills, unseen, unreachable } = report;
  const lines: string[] = [];
  for (const { server, findings, notInspected, paths } of skills) {
    for (const { severity, uri, place, rule, title, excerpt, role, ...finding } of findings) {
      const level = isOpen(finding) ? levels[severity] : 'notice';
      const file = value(paths.get(uri) ?? uri);
      const at = `file=${file},line=${place.line},col=${place.column},title=${value(`${rule} ${title}`)}`;
      lines.push(
        `::${level} ${at}::${message(`${excerpt} (${severity}, ${role}; ${uri} of ${server})`)}`,
      );
    }
    for (const { uri, reason, detail } of notInspected)
      lines.push(
        `::warning title=Not inspected::${message(`${uri} of ${server} ${reasonWords[reason]} ${detail}`.trimEnd())}`,
      );
  }
  for (const { server, message: text } of unreachable)
    lines.push(`::error title=No answer::${message(`${server}: ${text}`)}`);
  for (const one of unseen.filter(isUntold))
    lines.push(`::warning title=Not looked at::${message(unseenText(one))}`);
  const count = unseenCount(report);
  if (count !== null) lines.push(`::warning title=Not everything was looked at::${message(count)}`);
  return lines.map((command) => ({ command }));
}

const message = (text: string): string => visible(text, 3_000).replaceAll('%', '%25');

const value = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
