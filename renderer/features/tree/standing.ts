import type { SkillRow } from '../../../shared/model/skill.ts';
import type { StandingFilter } from '../../store/state.ts';

/**
 * Whether a skill passes a status filter. `changed` holds skills that were approved and no longer
 * are.
 */
export function hasStanding(row: SkillRow, filter: StandingFilter): boolean {
  const { kind } = row.standing;
  switch (filter) {
    case 'all':
      return true;
    case 'changed':
      return kind === 'changed' || kind === 'expired';
    case 'new':
      return kind === 'undecided' && row.content !== 'dynamic';
    case 'approved':
      return kind === 'approved' || kind === 'session';
    case 'denied':
      return kind === 'denied' || kind === 'blocked';
    case 'refused':
      return kind === 'refused';
    case 'problems':
      // That a skill is inside another one is a note.
      return row.problems.some(({ rule }) => rule !== 'nested') || row.checked.failed > 0;
    default:
      return filter satisfies never;
  }
}
