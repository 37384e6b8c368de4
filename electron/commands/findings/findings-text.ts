import type {
  AnsweredFinding,
  FormerFinding,
  NotInspected,
} from '../../../shared/model/findings.ts';
import { isOpen, type NotInspectedReason } from '../../../shared/model/severity.ts';
import type { OutputLine } from '../call/command.ts';
import { quotedLines } from '../skills/targets.ts';
import {
  isUntold,
  summaryOf,
  unseenText,
  type FindingsReport,
  type SkillReport,
} from './report.ts';

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
