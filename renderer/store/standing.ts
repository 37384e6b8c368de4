import type { SkillRow } from '../../shared/model/skill.ts';
import type { StatusKind } from '../../shared/model/standing.ts';

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
  refused: { icon: 'refused', tone: 'bad', word: 'refused' },
  blocked: { icon: 'blocked', tone: 'bad', word: 'blocked by policy' },
  denied: { icon: 'denied', tone: 'bad', word: 'denied' },
  changed: { icon: 'changed', tone: 'warn', word: 'changed' },
  expired: { icon: 'expired', tone: 'warn', word: 'expired' },
  approved: { icon: 'approved', tone: 'ok', word: 'approved' },
  session: { icon: 'session', tone: 'info', word: 'allowed this session' },
  undecided: { icon: 'ring', tone: 'info', word: 'new' },
  'cannot-tell': { icon: 'question', tone: 'warn', word: 'can’t tell' },
};

/**
 * Glyph, tone and word of a skill's standing, the same everywhere; undecided dynamic content says
 * that it is dynamic.
 */
export function rowLook(row: Pick<SkillRow, 'standing' | 'content'>): StandingLook {
  if (row.standing.kind === 'undecided' && row.content === 'dynamic')
    return { icon: 'session', tone: 'neutral', word: 'dynamic' };
  return looks[row.standing.kind];
}
