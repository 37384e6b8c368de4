import { limitWords, type ApprovalLimits } from '../../../../shared/model/approval-limits.ts';
import { brokenLimits, endsTooLate } from '../../../../shared/model/approval-limits.ts';
import { isHighRisk, type RiskWeight, type SkillRisk } from '../../../../shared/model/risk.ts';
import type { ShownCounts } from '../../../store/readings.ts';
import { plural } from '../status-text.ts';

/** Blocks every decision while the content differs from what the page showed. */
export const lookFirst = 'Review what changed before you decide.';

/**
 * What the button covers: `Approve 5 files and 2 tools, 3 unread, 1 partly read`, and what speaks
 * against it: `Approve anyway: 5 files`, `Approve 5 files, 2 medium`.
 */
export function approveWords(
  { no, part, shown, unreadable }: ShownCounts,
  tools: number,
  risk: SkillRisk,
): string {
  const total = no + part + shown + unreadable;
  return [
    `Approve ${isHighRisk(risk) ? 'anyway: ' : ''}${plural(total, 'file')}` +
      (tools === 0 ? '' : ` and ${plural(tools, 'tool')}`),
    ...(risk.worst === 'medium' ? risk.worstCounts.slice(0, 1) : []),
    ...(risk.notInspected === 0 ? [] : [`${risk.notInspected.toLocaleString('en')} not inspected`]),
    ...(no === 0 ? [] : [`${no.toLocaleString('en')} unread`]),
    ...(part === 0 ? [] : [`${part.toLocaleString('en')} partly read`]),
    ...(unreadable === 0 ? [] : [`${unreadable.toLocaleString('en')} that can’t be shown`]),
  ].join(', ');
}

/** True if some of it wasn't read but could have been. */
export const isUnseen = ({ no, part }: ShownCounts): boolean => no + part > 0;

const looks = { plain: 'primary', caution: 'caution', confirm: 'danger' } as const;

/** The look of a button that approves. */
export const approveLook = (weight: RiskWeight, counts: ShownCounts) =>
  looks[weight === 'plain' && isUnseen(counts) ? 'caution' : weight];

interface Asked {
  readonly coverage: { readonly verified: number; readonly shown: number; readonly total: number };
  readonly grants: readonly string[];
  /** ISO 8601; null for never. */
  readonly expiresAt: string | null | 'invalid';
  /** ms since the epoch. */
  readonly now: number;
}

/** Everything that keeps the form from being sent, all at once. */
export function formBlockers(
  limits: ApprovalLimits | null,
  asked: Asked,
  byFindings: readonly string[] = [],
): readonly string[] {
  const { coverage, expiresAt, now } = asked;
  const left = (count: number, how: string): string =>
    `: ${plural(Math.max(0, coverage.total - count), 'file')} ${how}`;
  const more: Readonly<Record<string, string>> = {
    [limitWords.coverage]: `${left(coverage.verified, 'not verified')} (press V to verify all)`,
    [limitWords.shown]: `${left(coverage.shown, 'not fully read')} (press U for the next one)`,
  };
  const byPolicy =
    limits === null
      ? []
      : [
          ...brokenLimits(limits, asked).map((words) => `${words}${more[words] ?? ''}`),
          ...byFindings,
          ...(limits.longestMs !== null &&
          expiresAt !== 'invalid' &&
          endsTooLate(limits, expiresAt, now)
            ? [limitWords.longest(limits.longestMs)]
            : []),
        ];
  return [
    ...byPolicy.map((words) => `Managed policy: ${words}.`),
    ...(expiresAt === 'invalid' ? ['Choose a future date.'] : []),
  ];
}
