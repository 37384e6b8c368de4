import type { StoreState } from '../../../shared/model/approval.ts';

/** What a host is told instead of a skill: the same of what is unknown and of what is unapproved. */
export function openWords(state: StoreState): {
  readonly noSkill: string;
  readonly noResource: string;
} {
  if (state.status === 'ready')
    return {
      noSkill: 'No approved skill is at this address.',
      noResource: 'No resource that may be read is at this address.',
    };
  const why = `Skillgate can’t read the decisions about skills, so it serves none (${state.reason}).`;
  return { noSkill: why, noResource: why };
}
