import type { StoreState } from '../../../shared/model/approval.ts';
import type { EngineParts } from '../parts.ts';

/** What windows hear of the two files of decisions, with the problem where one can't be read. */
export const storeState = ({
  approvals: { state },
  answers: { problem },
}: Pick<EngineParts, 'approvals' | 'answers'>): StoreState =>
  state.status === 'ready' && problem !== null ? { ...state, answersProblem: problem } : state;
