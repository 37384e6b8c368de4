import type {
  AnsweredFinding,
  FormerFinding,
  NotInspected,
} from '../../../shared/model/findings.ts';
import {
  isOpen,
  type NotInspectedReason,
  type FindingSeverity,
} from '../../../shared/model/severity.ts';
import type { OutputLine } from '../call/command.ts';
import { quotedLines } from '../skills/targets.ts';
import {
  isUntold,
  summaryOf,
  unseenText,
  type FindingsReport,
  type SkillReport,
  unseenCount,
} from './report.ts';
import { visible } from '../../core/text.ts';

export const reasonWords: Readonly<Record<NotInspectedReason, string>> = {
  'not-read': 'was not read',
  'no-text': 'is not text',
  'too-large': 'is too large',
  'too-slow': 'took too long',
  crashed: 'crashed the rules',
  'no-grammar': 'is in a language that Skillgate cannot parse',
  'too-deep': 'is nested or encoded too deeply',
  'older-rules': 'was checked with older rules',
};

/**
 * For people, the worst first. Every excerpt is behind `| `, so that none can pass for one of ours.
 */
export function textLines(report: FindingsReport): OutputLine[] {
  const { skills, unseen, unreachable } = report;
  const lines: OutputLine[] = [];
  for (const skill of skills) lines.push(...ofSkill(skill));
  for (const { server, message, ...silence } of unreachable)
    lines.push(`no answer  ${server}: ${message}`, ...quotedLines(silence));
  lines.push(...unseen.filter(isUntold).map((one) => `not looked at  ${unseenText(one)}`));
  lines.push(summaryOf(report));
  return lines;
}

function ofSkill(skill: SkillReport): OutputLine[] {
  const { server, uri, findings, notInspected, since } = skill;
  if (findings.length + notInspected.length === 0 && since === null) return [];
  return [
    `${uri}  (${server})`,
    ...findings.filter(isOpen).flatMap((one) => ofFinding(one, skill)),
    ...findings.filter((one) => !isOpen(one)).flatMap((one) => ofFinding(one, skill)),
    ...(since?.gone ?? []).map((one) => ofFormer('gone', one, skill)),
    ...(since?.unlooked ?? []).map((one) => ofFormer('not rechecked', one, skill)),
    ...notInspected.map((gap) => ofGap(gap, skill)),
  ];
}

function ofFinding(finding: AnsweredFinding, { paths }: SkillReport): OutputLine[] {
  const { place, field, count, severity, role, rule, title, excerpt, decoded, uri } = finding;
  const where =
    field === undefined
      ? `${paths.get(uri) ?? uri}:${place.line}:${place.column}`
      : `the entry, ${field}`;
  const more = count > 1 ? ` and ${count - 1} more` : '';
  const aside = finding.answer === null ? role : 'dismissed';
  const said = finding.isNew ? `new, ${severity}` : severity;
  const grade = isOpen(finding) ? said : `(${said}, ${aside})`;
  return [
    `  ${grade.padEnd(9)} ${rule} ${title}: ${where}${more}`,
    { quoted: excerpt },
    ...(decoded === null ? [] : [{ quoted: `${decoded.path.join(' > ')}: ${decoded.text}` }]),
  ];
}

function ofFormer(
  what: string,
  { rule, severity, uri }: FormerFinding,
  { paths }: SkillReport,
): OutputLine {
  return `  ${what} since the approval: ${rule} (${severity}) in ${paths.get(uri) ?? uri}`;
}

function ofGap({ uri, reason, detail }: NotInspected, { paths }: SkillReport): OutputLine {
  const more = detail === '' ? '' : ` (${detail})`;
  return `  not inspected: ${paths.get(uri) ?? uri} ${reasonWords[reason]}${more}`;
}

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
      const { line, column } = place;
      const at = `file=${file},line=${line},col=${column},title=${value(`${rule} ${title}`)}`;
      lines.push(
        `::${level} ${at}::${message(`${excerpt} (${severity}, ${role}; ${uri} of ${server})`)}`,
      );
    }
    for (const { uri, reason, detail } of notInspected) {
      const said = `${uri} of ${server} ${reasonWords[reason]} ${detail}`.trimEnd();
      lines.push(`::warning title=Not inspected::${message(said)}`);
    }
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
