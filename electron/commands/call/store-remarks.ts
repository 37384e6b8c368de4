import { counted, timeText } from '../../../shared/size-text.ts';
import type { StoreState } from '../../../shared/model/approval.ts';

type UnreadableStore = Extract<StoreState, { status: 'unreadable' }>;

/** The next step where a copy helps. */
export function describeCopies({ copies = [] }: UnreadableStore): readonly string[] {
  const [newest] = copies;
  if (newest === undefined) return [];
  const what = `the copy of ${timeText(newest.at)} (${counted(newest.decisions, 'decision')})`;
  return [
    `To restore ${what}, run \`skillgate restore\`. ` +
      'For the other copies, run `skillgate restore --list`.',
  ];
}

/** Returns warnings about the decisions file, to print next to a command's own output. */
export function describeStore(state: StoreState): readonly string[] {
  if (state.status === 'unreadable')
    return [`Every skill counts as not approved: ${state.message}`, ...describeCopies(state)];
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
