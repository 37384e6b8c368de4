import type { KeptFindings } from '../../../shared/model/kept-findings.ts';
import { severities, type FindingSeverity } from '../../../shared/model/severity.ts';

/** A policy's requirements about findings before a skill is approved. */
export interface FindingLimits {
  /** No finding of this severity or a worse one stays open; null for no such bound. */
  readonly severity: FindingSeverity | null;
  /** No finding of these rules stays open. */
  readonly rules: readonly string[];
  /** Also counts findings whose surroundings suggest a false alarm. */
  readonly lowConfidence: boolean;
  /** Rules must have inspected every file in full. */
  readonly notInspected: boolean;
}

/** The highest number of each family: an unknown rule would silently forbid nothing. */
const highestNumbers: Readonly<Record<string, number>> = {
  A: 9,
  D: 7,
  E: 17,
  F: 9,
  H: 16,
  K: 9,
  M: 9,
  P: 18,
  S: 5,
  X: 16,
};

/** Whether a policy may name this rule. */
export function isRuleId(id: string): boolean {
  const [, family = '', number = ''] = /^([A-Z])([0-9]{2})$/.exec(id) ?? [];
  const last = Object.hasOwn(highestNumbers, family) ? (highestNumbers[family] ?? 0) : 0;
  return number !== '00' && Number(number) <= last && last > 0;
}

/**
 * All broken limits, as text. `found` is what exists when a decision is made, or existed when it
 * was; null if unknown, which counts as no file inspected.
 */
export function brokenFindingLimits(
  limits: FindingLimits | null,
  found: KeptFindings | null,
): string[] {
  if (limits === null) return [];
  const { severity, rules, notInspected } = limits;
  const open = openOf(limits, found);
  const bad = severity === null ? [] : open.filter((one) => isAtOrOver(one.severity, severity));
  const named = open.filter(({ rule }) => rules.includes(rule));
  const gaps = gapWords(found);
  const beside = gaps === '' ? '' : `; ${gaps}`;
  return [
    ...(severity === null || bad.length === 0
      ? []
      : [`${findingWords.severity(severity)}: ${countWords(bad)}${beside}`]),
    ...(named.length === 0
      ? []
      : [
          `${findingWords.rules(rules)}: ` +
            `${[...new Set(named.map(({ rule }) => rule))].join(', ')}${beside}`,
        ]),
    ...(notInspected && gaps !== '' ? [`${findingWords.inspected}: ${gaps}`] : []),
  ];
}

/** Each limit as the person reads it when it's broken. */
export const findingWords = {
  severity: (severity: FindingSeverity): string =>
    `no ${severity === 'critical' ? severity : `${severity} or worse`} findings may stay open`,
  rules: (rules: readonly string[]): string => `no findings of ${rules.join(', ')} may stay open`,
  inspected: 'the rules must inspect every file before approval',
} as const;

/** The limits as lines of the policy. */
export const findingLines = (limits: FindingLimits | null): string[] =>
  limits === null
    ? []
    : [
        ...(limits.severity === null ? [] : [findingWords.severity(limits.severity)]),
        ...(limits.rules.length === 0 ? [] : [findingWords.rules(limits.rules)]),
        ...(limits.lowConfidence ? ['findings in examples and similar places count too'] : []),
        limits.notInspected
          ? findingWords.inspected
          : 'files that no rule inspected are listed but don’t block approval',
      ];

interface Open {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly count: number;
}

function openOf(
  { lowConfidence }: Pick<FindingLimits, 'lowConfidence'>,
  found: KeptFindings | null,
): Open[] {
  if (found === null) return [];
  const all = [...found.findings.map((one) => ({ ...one, count: 1 })), ...found.more];
  return all.filter(({ state }) => state === 'open' || (state === 'folded' && lowConfidence));
}

/** The number of open findings per severity; empty if none are known. */
export const openWords = (found: KeptFindings | null): string =>
  countWords(openOf({ lowConfidence: false }, found));

/** The open high and critical findings in words; empty if none are known. */
export const highWords = (found: KeptFindings | null): string =>
  countWords(
    openOf({ lowConfidence: false }, found).filter((one) => isAtOrOver(one.severity, 'high')),
  );

const isAtOrOver = (one: FindingSeverity, bound: FindingSeverity): boolean =>
  severities.indexOf(one) <= severities.indexOf(bound);

const countWords = (open: readonly Open[]): string =>
  severities
    .flatMap((severity) => {
      const of = open.filter((one) => one.severity === severity);
      const count = of.reduce((sum, one) => sum + one.count, 0);
      return count === 0 ? [] : [`${count} ${severity}`];
    })
    .join(', ');

function gapWords(found: KeptFindings | null): string {
  if (found === null) return 'unknown what they inspected';
  const { notInspected, notRead } = found;
  return [
    ...(notInspected === 0 ? [] : [`${notInspected} not inspected`]),
    ...(notRead === 0 ? [] : [`${notRead} ${notRead === 1 ? 'file' : 'files'} not checked`]),
  ].join(', ');
}
