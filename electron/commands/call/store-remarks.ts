import type { StoreState } from '../../../shared/model/approval.ts';

/** Returns warnings about the decisions file, to print next to a command's own output. */
export function describeStore(state: StoreState): readonly string[] {
  if (state.status === 'unreadable')
    return [`Every skill counts as not approved: ${state.message}`];
  const { flushProblem, mirrorProblem, auditProblem } = state;
  return [
    ...(flushProblem === undefined
      ? []
      : [`The decision is in force, but might be lost in a power failure: ${flushProblem}`]),
    ...(mirrorProblem === undefined
      ? []
      : [`Couldn't write the second copy of your decisions: ${mirrorProblem}`]),
    ...(auditProblem === undefined ? [] : [`Couldn't write to the audit log: ${auditProblem}`]),
  ];
}
