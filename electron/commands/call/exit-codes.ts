import type { StatusKind } from '../../../shared/model/standing.ts';
import { assertNever } from '../../../shared/assert-never.ts';

/** Exit codes of `check` and `load`, for scripts. Anything but 0 means no. */
export function exitCodeOf(standing: StatusKind): number {
  switch (standing) {
    case 'approved':
      return 0;
    case 'undecided':
    case 'session':
      return 3;
    case 'denied':
      return 4;
    case 'changed':
      return 5;
    case 'refused':
      return 6;
    case 'blocked':
      return 7;
    case 'expired':
      return 8;
    case 'cannot-tell':
      return 2;
    default:
      return assertNever(standing);
  }
}
