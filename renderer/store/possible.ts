import { assertNever } from '../../shared/assert-never.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import type { SkillStatus } from '../../shared/model/standing.ts';

export interface PossibleActions {
  /** `read-first`: only after an explicit *Load all*. */
  readonly approve: 'approve' | 'again' | 'read-first' | null;
  readonly deny: boolean;
  readonly revoke: boolean;
  readonly session: boolean;
}
const noActions: PossibleActions = { approve: null, deny: false, revoke: false, session: false };

/** What a person may do now. The main process decides again; this only hides useless buttons. */
export function actionsFor(
  standing: SkillStatus,
  content: SkillRow['content'],
  needsReadAll = false,
  /** Whether a decision is saved, whatever the status shows in place of it. */
  isDecided = false,
): PossibleActions {
  const approve =
    content === 'dynamic'
      ? null
      : needsReadAll
        ? 'read-first'
        : content === 'listed'
          ? 'approve'
          : null;
  switch (standing.kind) {
    case 'undecided':
      return { approve, deny: true, revoke: false, session: content === 'dynamic' };
    case 'approved':
      return {
        approve: approve === 'approve' ? 'again' : approve,
        deny: true,
        revoke: true,
        session: false,
      };
    case 'changed':
    case 'expired':
      return { approve, deny: true, revoke: true, session: false };
    case 'denied':
      return { approve, deny: false, revoke: true, session: false };
    case 'session':
      return { approve: null, deny: true, revoke: true, session: false };
    case 'refused':
      // A denial says that it isn't to come back when its files match again.
      return { ...noActions, deny: true, revoke: isDecided };
    case 'blocked':
      return { ...noActions, revoke: isDecided };
    case 'cannot-tell':
      return noActions;
    default:
      return assertNever(standing);
  }
}
