import type { ManyAction } from '../../shared/model/operation.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import {
  riskGroupOf,
  riskGroups,
  riskInWords,
  riskOf,
  type RiskGroup,
} from '../../shared/model/risk.ts';
import type { ManyItem } from './state.ts';

/** The group of an approval that the skill belongs to now. */
export const groupOf = (row: SkillRow): RiskGroup => riskGroupOf(riskOf(row));

/** After a number: "52 not checked". */
export const groupWords: Readonly<Record<RiskGroup, string>> = {
  none: 'without findings',
  medium: 'low or medium',
  unread: 'not checked',
  high: 'high or critical',
};

/**
 * What the person selected: a skill with the risk that the page showed. If the risk changes, the
 * skill is no longer selected, because what was selected is something else.
 */
export const choiceOf = (key: string, row: SkillRow): string =>
  `${groupOf(row)}\n${key}\n${riskInWords(riskOf(row))}`;

/** For an approval, only skills without findings; otherwise all. */
export const chosenAtFirst = (action: ManyAction, items: readonly ManyItem[]): Set<string> =>
  new Set(
    items.flatMap(({ key, row }) =>
      action !== 'approve' ? [key] : groupOf(row) === 'none' ? [choiceOf(key, row)] : [],
    ),
  );

/** "2,431 without findings · 52 not checked": how many of these are in which group. */
export function groupTotals(rows: Iterable<SkillRow>): string {
  const counts = new Map<RiskGroup, number>();
  for (const row of rows) {
    const id = groupOf(row);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return riskGroups
    .flatMap((id) => {
      const count = counts.get(id) ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString('en')} ${groupWords[id]}`];
    })
    .join(' · ');
}
