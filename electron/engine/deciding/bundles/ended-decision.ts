import { visible } from '../../../core/text.ts';
import type { DecideOutcome, RequestError } from '../../../../shared/contract.ts';
import type { Result } from '../../../../shared/result.ts';
import type { EndedWork } from '../../operations.ts';
import { grouped } from '../../../../shared/group-digits.ts';

const decisions = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'decision' : 'decisions'}`;

/** How an export of `count` decisions ended. */
export const exported = (made: Result<unknown, RequestError>, count: number): EndedWork =>
  made.ok
    ? { message: `${decisions(count)} signed` }
    : { message: made.error.message, isFailure: true };

/** How an import ended, with what was not taken over. */
export function imported(
  applied: Result<{ readonly outcomes: readonly DecideOutcome[] }, RequestError>,
): EndedWork {
  if (!applied.ok) return { message: applied.error.message, isFailure: true };
  const { outcomes } = applied.value;
  const left = outcomes.filter(({ outcome }) => outcome !== 'done');
  const rest = left.length === 0 ? '' : `, ${grouped(left.length)} not`;
  return {
    message: `${decisions(outcomes.length - left.length)} imported${rest}`,
    notDone: left.map(({ server, uri, message }) => {
      const name = visible(uri, 200);
      return { server, uri, file: null, name, path: '', why: message };
    }),
    isFailure: outcomes.length > 0 && left.length === outcomes.length,
  };
}
