import { useEffect, useMemo } from 'react';
import type { AnsweredFinding, FindingCounts, SkillFindings } from '../../shared/model/findings.ts';
import { isOpen, openFindings, severities, type Severity } from '../../shared/model/severity.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import { useActions, useApp } from './context.ts';
import { skillKey } from './state.ts';

/**
 * What rules say of a skill's files: asked of the main side, never of the skill's server, and again
 * whenever the skill's row is another one; not at all while no file was looked at. Null until the first
 * answer.
 */
export function useFindings(row: SkillRow): SkillFindings | null {
  const { server, uri } = row;
  const known = useApp((state) => state.findings.get(skillKey(server, uri)) ?? null);
  const { loadFindings } = useActions();
  const isLookedAt = row.findings.files > 0;
  useEffect(() => {
    if (isLookedAt) void loadFindings(row);
  }, [isLookedAt, loadFindings, row]);
  return useMemo(
    () => (isLookedAt ? known : { findings: [], notInspected: [], counts: row.findings }),
    [isLookedAt, known, row],
  );
}

export interface SeverityLook {
  readonly icon: 'error' | 'warning' | 'info';
  readonly tone: 'bad' | 'warn' | 'info' | 'neutral';
}

const looks: Readonly<Record<Severity, SeverityLook>> = {
  critical: { icon: 'error', tone: 'bad' },
  high: { icon: 'warning', tone: 'bad' },
  medium: { icon: 'warning', tone: 'warn' },
  low: { icon: 'info', tone: 'info' },
  info: { icon: 'info', tone: 'neutral' },
};
export const severityLook = (severity: Severity): SeverityLook => looks[severity];

/** `2 high, 1 low`; empty for none. What was not inspected is said apart. */
export const countsInWords = (counts: FindingCounts): string =>
  severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}`)
    .join(', ');

/** The worst one that is there; null for none. */
export const worstOf = (counts: FindingCounts): Severity | null =>
  severities.find((severity) => counts[severity] > 0) ?? null;

/** `2 high, 1 low to look at`, for a glyph beside a name; null where there is nothing. */
export function countsLook(
  counts: FindingCounts,
): (SeverityLook & { readonly word: string }) | null {
  const worst = worstOf(counts);
  if (worst === null || openFindings(counts) === 0) return null;
  return { ...looks[worst], word: `findings: ${countsInWords(counts)}` };
}

/** Of one file: `2 high`, `none`, or that nobody has looked. */
export function foundInWords(found: SkillFindings | null, file: string): string {
  if (found === null) return '';
  if (found.counts.files === 0) return '—';
  const gap = found.notInspected.find(({ uri }) => uri === file);
  if (gap?.reason === 'not-read') return '—';
  const own = found.findings.filter((one) => one.uri === file && isOpen(one));
  const words = severities
    .map((severity) => [severity, own.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  return [
    ...(words.length === 0 && gap === undefined ? ['none'] : words),
    ...(gap === undefined ? [] : ['not inspected']),
  ].join(', ');
}

/** A stretch of lines that a finding stands on, for a margin. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly tone: SeverityLook['tone'];
}

/** The places of one file's findings, further ones included. */
export const marksOf = (findings: readonly AnsweredFinding[], file: string): Mark[] =>
  findings
    .filter((one) => one.uri === file && isOpen(one))
    .flatMap(({ place, related, severity }) =>
      [place, ...related].map(({ line, column, endLine, endColumn }) => ({
        line,
        column,
        endLine,
        endColumn,
        tone: looks[severity].tone,
      })),
    );
