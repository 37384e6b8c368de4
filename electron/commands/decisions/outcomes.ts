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
