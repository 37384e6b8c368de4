import type { StoreState } from '../../../shared/model/approval.ts';

/** The error a host gets instead of a skill; unknown and unapproved skills get the same one. */
export function openWords(state: StoreState): {
  readonly noSkill: string;
  readonly noResource: string;
} {
  if (state.status === 'ready')
    return {
      noSkill: 'There’s no approved skill at this address.',
      noResource: 'There’s no readable resource at this address.',
    };
  const { reason } = state;
  const why = `Skillgate can’t read the decisions about skills, so it serves none (${reason}).`;
  return { noSkill: why, noResource: why };
}
