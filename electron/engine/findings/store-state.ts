import type { StoreState } from '../../../shared/model/approval.ts';
import type { EngineParts } from '../parts.ts';

/**
 * The state of the decision files for windows; for dismissals it also says why the file can't be
 * used.
 */
export const storeState = ({
  approvals: { state },
  answers: { problem },
}: Pick<EngineParts, 'approvals' | 'answers'>): StoreState =>
  state.status === 'ready' && problem !== null ? { ...state, answersProblem: problem } : state;
