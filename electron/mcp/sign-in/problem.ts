import { OAuthError } from '@modelcontextprotocol/client';
import { visible } from '../../core/text.ts';
import type { SignInProblem } from '../../../shared/model/sign-in.ts';

/** Characters of an address in words: its host, which comes first, is always whole. */
export const addressShown = 300;

type Reason = SignInProblem['reason'];

/** Whose turn it is after each. */
const turns: Readonly<Record<Reason, SignInProblem['turn']>> = {
  'no-server': 'server',
  unreachable: 'issuer',
  unusable: 'issuer',
  'wrong-issuer': 'issuer',
  'other-resource': 'server',
  blocked: 'server',
  'too-much': 'issuer',
  'no-registration': 'operator',
  'registration-refused': 'operator',
  'ports-busy': 'person',
  denied: 'person',
  refused: 'issuer',
  'mix-up': 'issuer',
  'not-an-answer': 'person',
  'timed-out': 'person',
  cancelled: 'person',
  'not-kept': 'person',
};

export const problem = (reason: Reason, message: string): SignInProblem => ({
  reason,
  message,
  turn: turns[reason],
});

export const cancelled = problem('cancelled', 'The sign-in was canceled.');

/** What stops a sign-in from inside the SDK's own steps. */
export class SignInStop extends Error {
  readonly problem: SignInProblem;
  constructor(reason: Reason, message: string) {
    super(message);
    this.problem = problem(reason, message);
  }
}

/** In words; of what an authorization server says no more than its short code. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInStop) return error.problem;
  if (error instanceof OAuthError)
    return problem(
      'refused',
      `The authorization server refused: ${visible(String(error.code), 80)}.`,
    );
  return problem('unusable', 'The authorization server sent a response that can’t be used.');
}
