import { useEffect, useMemo } from 'react';
import type { AnsweredFinding, SkillFindings } from '../../shared/model/findings.ts';
import {
  isOpen,
  openFindings,
  severities,
  type FindingSeverity,
} from '../../shared/model/severity.ts';
import { riskInWords, riskOf, type RiskFacts } from '../../shared/model/risk.ts';
import { sinceInWords } from '../../shared/model/finding-text.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import { useActions, useApp } from './context.ts';
import { skillKey } from './state.ts';

/** True if rules inspected one of its files or found something in its listing entry. */
export const isLookedAt = ({ findings }: SkillRow): boolean =>
  findings.files + openFindings(findings) + findings.folded + findings.acknowledged > 0;

/**
 * The findings in a skill's files, loaded from the main process and never from the skill's
 * server. Reloads when the skill's row changes; null until the first answer.
 */
export function useFindings(row: SkillRow): SkillFindings | null {
  const { server, uri } = row;
  const known = useApp((state) => state.findings.get(skillKey(server, uri)) ?? null);
  const { loadFindings } = useActions();
  // Findings that are gone are known for a changed skill before any file loads.
  const hasAny = isLookedAt(row) || row.sinceDecision !== null;
  useEffect(() => {
    if (hasAny) void loadFindings(row);
  }, [hasAny, loadFindings, row]);
  return useMemo(() => (hasAny ? known : nothingFound(row)), [hasAny, known, row]);
}

const nothingFound = ({ findings: counts }: SkillRow): SkillFindings => ({
  findings: [],
  notInspected: [],
  counts,
  riskDigest: null,
  checkedAt: null,
  since: null,
});

interface SeverityLook {
  readonly icon: 'error' | 'warning' | 'info';
  readonly tone: 'bad' | 'warn' | 'info' | 'neutral';
}

const looks: Readonly<Record<FindingSeverity, SeverityLook>> = {
  critical: { icon: 'error', tone: 'bad' },
  high: { icon: 'warning', tone: 'bad' },
  medium: { icon: 'warning', tone: 'warn' },
  low: { icon: 'info', tone: 'info' },
  info: { icon: 'info', tone: 'neutral' },
};
export const severityLook = (severity: FindingSeverity): SeverityLook => looks[severity];

/** The risk line of a skill with the look of its worst finding; null without findings. */
export function riskLook(
  row: RiskFacts & Pick<SkillRow, 'sinceDecision'>,
): (SeverityLook & { readonly word: string }) | null {
  const risk = riskOf(row);
  if (risk.worst === null) return null;
  const since =
    row.sinceDecision === null ? '' : `; since the approval: ${sinceInWords(row.sinceDecision)}`;
  return { ...looks[risk.worst], word: `${riskInWords(risk)}${since}` };
}

/** The open findings in the file itself, not in its listing entry. */
export const inFile = (findings: readonly AnsweredFinding[], file: string): AnsweredFinding[] =>
  findings.filter((one) => one.uri === file && one.field === undefined && isOpen(one));

/** For one file: `2 high`, `none`, or — if no rule inspected it. */
export function foundInWords(found: SkillFindings | null, file: string): string {
  if (found === null) return '';
  if (found.counts.files === 0) return '—';
  const gap = found.notInspected.find(({ uri }) => uri === file);
  if (gap?.reason === 'not-read') return '—';
  const own = inFile(found.findings, file);
  const words = severities
    .map((severity) => [severity, own.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  return [
    ...(words.length === 0 && gap === undefined ? ['none'] : words),
    ...(gap === undefined ? [] : ['not inspected']),
  ].join(', ');
}

/** The lines of a finding, for a margin. */
export interface FindingMark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly tone: SeverityLook['tone'];
}

/** The places of one file's findings, including further ones. */
export const marksOf = (findings: readonly AnsweredFinding[], file: string): FindingMark[] =>
  inFile(findings, file).flatMap(({ place, related, severity }) =>
    [place, ...related].map(({ line, column, endLine, endColumn }) => ({
      line,
      column,
      endLine,
      endColumn,
      tone: looks[severity].tone,
    })),
  );

/** The position of a field (`frontmatter.description`) in an entry's JSON; null if absent. */
export function fieldPlace(
  raw: string,
  field: string,
): Pick<FindingMark, 'line' | 'column' | 'endLine' | 'endColumn'> | null {
  let at = 0;
  let end = 0;
  for (const name of field.split('.')) {
    const key = `${JSON.stringify(name)}:`;
    at = raw.indexOf(key, end);
    if (at === -1) return null;
    end = at + key.length;
  }
  const before = raw.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return { line, column, endLine: line, endColumn: column + end - at };
}

/** The fields with open findings, for the entry's margin. */
export const fieldMarks = (findings: readonly AnsweredFinding[], raw: string): FindingMark[] =>
  findings.flatMap((finding) => {
    const place =
      finding.field === undefined || !isOpen(finding) ? null : fieldPlace(raw, finding.field);
    return place === null ? [] : [{ ...place, tone: severityLook(finding.severity).tone }];
  });
