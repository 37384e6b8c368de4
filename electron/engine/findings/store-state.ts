import type { StoreState } from '../../../shared/model/approval.ts';
import type { DecisionContext } from '../contexts.ts';

/** What windows hear of the files of decisions, and of rules that should follow them. */
export const storeState = ({
  approvals: { state },
  answers: { problem },
  hostRules,
}: DecisionContext): StoreState =>
  state.status === 'ready'
    ? {
        ...state,
        ...(problem === null ? {} : { answersProblem: problem }),
        ...(hostRules.problem === null ? {} : { rulesProblem: hostRules.problem }),
      }
    : state;
