import { severities, type FindingSeverity } from './finding-kinds.ts';
import type { AnsweredFinding } from './findings.ts';
import { isOpen } from './severity.ts';
import type { SkillRow } from './skill.ts';

/**
 * What is known to speak against approving a skill. It's never a verdict: a rule can't
 * find what it doesn't know, and nobody knows what's in a file that wasn't read.
 */
export interface SkillRisk {
  /** The most severe open finding; null without one. */
  readonly worst: FindingSeverity | null;
  /** Open findings of the two most severe kinds, the worst first: `3 critical`, `10 high`. */
  readonly worstCounts: readonly string[];
  /** Open findings of less severe kinds. */
  readonly more: number;
  readonly files: number;
  /** Files that weren't read. */
  readonly unread: number;
  /** Files, or parts of files, that were read but that no rule could inspect. */
  readonly notInspected: number;
  /**
   * Of them, files that may yet be inspected: another program verified them, say, and nobody here
   * knows what rules say.
   */
  readonly uninspected: number;
}

/** What a risk can be computed from: any row, or its counterpart in a command. */
export type RiskFacts = Pick<SkillRow, 'findings' | 'fileCount' | 'integrity' | 'needsReadAll'> & {
  readonly checked: Pick<SkillRow['checked'], 'verified'>;
};

export function riskOf(facts: RiskFacts): SkillRisk {
  const { findings, fileCount, checked, integrity, needsReadAll } = facts;
  const present = severities.filter((severity) => findings[severity] > 0);
  // A skill whose files aren't listed has at least its SKILL.md.
  const files = Math.max(fileCount, findings.files, 1);
  // Digests that were computed here are those of files that were read.
  const computed = integrity === 'self-computed' && !needsReadAll ? fileCount : 0;
  const read = Math.max(findings.files, checked.verified, computed);
  return {
    worst: present[0] ?? null,
    worstCounts: present.slice(0, 2).map((severity) => `${findings[severity]} ${severity}`),
    more: present.slice(2).reduce((sum, severity) => sum + findings[severity], 0),
    files,
    unread: Math.max(0, files - read),
    notInspected: findings.notInspected + read - findings.files,
    uninspected: read - findings.files,
  };
}

/** High and critical findings must be accepted one skill at a time, with the findings on screen. */
export const isHighRisk = ({ worst }: Pick<SkillRisk, 'worst'>): boolean =>
  worst === 'critical' || worst === 'high';

/** What identifies a finding that a decision accepts. */
export type OpenFinding = Pick<
  AnsweredFinding,
  'rule' | 'uri' | 'digest' | 'severity' | 'confidence' | 'count' | 'answer'
>;

/** The findings that a person must have seen before an approval: open, high or critical. */
export const mustBeSeen = <T extends OpenFinding>(findings: readonly T[]): T[] =>
  findings.filter((one) => isOpen(one) && isHighRisk({ worst: one.severity }));

/** `3 critical, 10 high and 4 more`; empty without findings. */
export function countsInWords(
  { worstCounts, more }: Pick<SkillRisk, 'worstCounts' | 'more'>,
  separator = ', ',
): string {
  return `${worstCounts.join(separator)}${more === 0 ? '' : ` and ${more} more`}`;
}

/**
 * `3 critical · 10 high and 4 more`, `No findings in 7 files`, `1 high · 4 of 7 files not checked`.
 */
export function riskInWords(risk: SkillRisk): string {
  const { worst, files, unread, notInspected } = risk;
  const all = files === 1 ? '1 file' : `${files} files`;
  // "No findings" would say something about files that nobody saw.
  const isUnknown = unread > 0 || notInspected >= files;
  const nothing = isUnknown ? [] : [`No findings in ${all}`];
  const found = worst === null ? nothing : [countsInWords(risk, ' · ')];
  const notRead = unread === files ? all : `${unread} of ${all}`;
  const parts = [...found, ...(unread === 0 ? [] : [`${notRead} not checked`])];
  const gaps =
    parts.length > 0 ? `${notInspected}` : notInspected === 1 ? '1 file' : `${notInspected} files`;
  return [...parts, ...(notInspected === 0 ? [] : [`${gaps} not inspected`])].join(' · ');
}

/** The groups of a decision about many skills, the least to review first. */
export const riskGroups = ['none', 'medium', 'unread', 'high'] as const;
export type RiskGroup = (typeof riskGroups)[number];

export function riskGroupOf(risk: SkillRisk): RiskGroup {
  if (isHighRisk(risk)) return 'high';
  if (risk.unread + risk.uninspected > 0) return 'unread';
  return risk.worst === null && risk.notInspected === 0 ? 'none' : 'medium';
}

/**
 * How loud the button is that approves: unchanged, with a warning, or only after a confirmation.
 */
export type RiskWeight = 'plain' | 'caution' | 'confirm';

export function riskWeightOf(risk: SkillRisk): RiskWeight {
  if (isHighRisk(risk)) return 'confirm';
  return risk.worst === 'medium' || risk.unread > 0 || risk.notInspected > 0 ? 'caution' : 'plain';
}

/** The risk as programs read it. */
export const riskJson = (
  risk: SkillRisk,
): Omit<SkillRisk, 'worstCounts' | 'more' | 'uninspected'> & { readonly text: string } => {
  const { worst, files, unread, notInspected } = risk;
  return { worst, files, unread, notInspected, text: riskInWords(risk) };
};
