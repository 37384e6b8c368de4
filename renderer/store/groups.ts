import type { ManyAction } from '../../shared/model/operation.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import {
  riskGroupOf,
  riskGroups,
  riskInWords,
  riskOf,
  type RiskGroup,
} from '../../shared/model/risk.ts';
import type { ManyItem, AppState } from './state.ts';
import { isMismatch } from './standing.ts';

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

interface SkillCounts {
  readonly skills: number;
  readonly changed: number;
  /** Undecided: never seen or never decided. */
  readonly fresh: number;
  readonly approved: number;
  readonly denied: number;
  /** A file failed a check. */
  readonly mismatched: number;
  /** The entry breaks the rules. */
  readonly refused: number;
}

const noCounts: SkillCounts = {
  skills: 0,
  changed: 0,
  fresh: 0,
  approved: 0,
  denied: 0,
  mismatched: 0,
  refused: 0,
};
const perServer = new WeakMap<ReadonlyMap<string, SkillRow>, SkillCounts>();

/**
 * Counts of one server's rows, cached for as long as its map stays the same. Invalid entries aren't
 * rows.
 */
export function countRows(rows: ReadonlyMap<string, SkillRow> | undefined): SkillCounts {
  if (!rows) return noCounts;
  const known = perServer.get(rows);
  if (known) return known;
  const counts = { ...noCounts, skills: rows.size };
  for (const { standing, content } of rows.values()) {
    if (standing.kind === 'changed' || standing.kind === 'expired') counts.changed++;
    else if (standing.kind === 'undecided' && content !== 'dynamic') counts.fresh++;
    else if (standing.kind === 'approved' || standing.kind === 'session') counts.approved++;
    else if (standing.kind === 'denied') counts.denied++;
    else if (isMismatch(standing)) counts.mismatched++;
    else if (standing.kind === 'refused') counts.refused++;
  }
  perServer.set(rows, counts);
  return counts;
}

let last: {
  readonly skills: AppState['skills'];
  readonly refused: AppState['refused'];
  readonly counts: SkillCounts;
} | null = null;

/** Counts over all servers; the same object until rows or refusals change. */
export function selectCounts({
  skills,
  refused,
}: Pick<AppState, 'skills' | 'refused'>): SkillCounts {
  if (last?.skills === skills && last.refused === refused) return last.counts;
  const total = { ...noCounts };
  for (const rows of skills.values()) {
    const counts = countRows(rows);
    for (const name of Object.keys(total) as (keyof SkillCounts)[]) total[name] += counts[name];
  }
  for (const entries of refused.values()) total.refused += entries.length;
  last = { skills, refused, counts: total };
  return total;
}
