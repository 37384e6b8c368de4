import type { StoreState } from '../../../shared/model/approval.ts';

/** What a command says beside its own output of the file of decisions that it used. */
export function describeStore(state: StoreState): readonly string[] {
  if (state.status === 'unreadable')
    return [`Every skill counts as not approved: ${state.message}`];
  const { flushProblem, mirrorProblem, auditProblem } = state;
  return [
    ...(flushProblem === undefined
      ? []
      : [`The decision is in force, but may not outlast a loss of power: ${flushProblem}`]),
    ...(mirrorProblem === undefined
      ? []
      : [`The second copy of the decisions could not be written: ${mirrorProblem}`]),
    ...(auditProblem === undefined ? [] : [`The audit could not be added to: ${auditProblem}`]),
  ];
}
