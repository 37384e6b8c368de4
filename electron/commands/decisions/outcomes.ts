import type { DecideOutcome } from '../../../shared/contract.ts';
import { CommandError, type FailureCode, type CommandOutput, exitCodeOf } from '../call/command.ts';

/**
 * Reports a decision that wasn't made. If the skill itself rules it out, that is an answer (exit
 * 6). Throws a CommandError for any other cause.
 */
export function notDone(
  decided: Pick<DecideOutcome, 'outcome' | 'message' | 'server' | 'uri'> | undefined,
): CommandOutput {
  if (decided === undefined) throw new Error('a decision gave no outcome');
  const { outcome, message, server, uri } = decided;
  if (outcome !== 'refused' && outcome !== 'dynamic' && outcome !== 'read-first')
    throw new CommandError(message, codeOf(outcome));
  return {
    json: { server, uri, outcome, message },
    human: [`not approved: ${message}${outcome === 'read-first' ? ' Use --read-all.' : ''}`],
    exit: exitCodeOf('refused'),
  };
}

/** Why nothing was decided, as a code for programs. */
function codeOf(outcome: DecideOutcome['outcome']): FailureCode {
  switch (outcome) {
    case 'nothing-to-revoke':
    case 'unknown-skill':
      return 'not-found';
    case 'store-unreadable':
    case 'write-failed':
      return 'store';
    case 'grant-not-requested':
      return 'usage';
    case 'stale':
      return 'stale';
    case 'replaced':
      return 'conflict';
    default:
      return 'refused';
  }
}

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Returns a day (the approval ends as it begins in UTC) or a moment with a zone, as ISO 8601; null
 * if none was given. Throws a CommandError for anything else: `Date.parse` alone takes `1` for 2001
 * and February 31 for a day in March.
 */
export function expiryOf(date: string | undefined): string | null {
  if (date === undefined) return null;
  const at = shape.test(date) ? Date.parse(date) : Number.NaN;
  const day = date.slice(0, 10);
  if (Number.isNaN(at) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw new CommandError('--expires takes a date such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  return new Date(at).toISOString();
}
