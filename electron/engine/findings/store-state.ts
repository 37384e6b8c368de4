import type { StoreState } from '../../../shared/model/approval.ts';
import type { EngineParts } from '../parts.ts';

/** What windows are told of the files of decisions: that of answers says there, too, why it is none. */
export const storeState = ({
  approvals: { state },
  answers: { problem },
}: Pick<EngineParts, 'approvals' | 'answers'>): StoreState =>
  state.status === 'ready' && problem !== null ? { ...state, answersProblem: problem } : state;
