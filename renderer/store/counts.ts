import type { SkillRow } from '../../shared/model/skill.ts';
import { isMismatch } from './standing.ts';
import type { AppState } from './state.ts';

export interface SkillCounts {
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
