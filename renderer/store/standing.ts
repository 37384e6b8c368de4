import type { SkillRow } from '../../shared/model/skill.ts';
import type { SkillStatus, StatusKind } from '../../shared/model/standing.ts';

export interface StandingLook {
  readonly icon:
    | 'approved'
    | 'denied'
    | 'changed'
    | 'expired'
    | 'session'
    | 'refused'
    | 'blocked'
    | 'question'
    | 'ring';
  readonly tone: 'ok' | 'bad' | 'warn' | 'info' | 'neutral';
  readonly word: string;
}

const looks: Record<StatusKind, StandingLook> = {
  refused: { icon: 'refused', tone: 'bad', word: 'invalid' },
  blocked: { icon: 'blocked', tone: 'bad', word: 'blocked by policy' },
  denied: { icon: 'denied', tone: 'bad', word: 'denied' },
  changed: { icon: 'changed', tone: 'warn', word: 'changed' },
  expired: { icon: 'expired', tone: 'warn', word: 'expired' },
  approved: { icon: 'approved', tone: 'ok', word: 'approved' },
  session: { icon: 'session', tone: 'info', word: 'allowed this session' },
  undecided: { icon: 'ring', tone: 'info', word: 'new' },
  'cannot-tell': { icon: 'question', tone: 'warn', word: 'can’t tell' },
};

/** Whether a skill is refused because a file failed a check, not because its entry is invalid. */
export const isMismatch = (standing: SkillStatus): boolean =>
  standing.kind === 'refused' && standing.problem.rule === 'verification-failed';

/**
 * Glyph, tone and word of a skill's status, the same everywhere. Dynamic content without a decision
 * says that it's dynamic.
 */
export function rowLook(row: Pick<SkillRow, 'standing' | 'content'>): StandingLook {
  if (row.standing.kind === 'undecided' && row.content === 'dynamic')
    return { icon: 'session', tone: 'neutral', word: 'dynamic' };
  const look = looks[row.standing.kind];
  return isMismatch(row.standing) ? { ...look, word: 'doesn’t match' } : look;
}
