import { timingSafeEqual } from 'node:crypto';
import {
  validateAuthorizationResponseIssuer,
  type AuthorizationServerMetadata,
  OAuthError,
} from '@modelcontextprotocol/client';
import { visible } from '../../core/text.ts';
import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/** What an answer has to fit. */
export interface ExpectedAnswer {
  readonly state: string;
  readonly metadata: AuthorizationServerMetadata | null;
}

export type SignInAnswer =
  /** Somebody else's, or made up: it must end nothing. */
  | { readonly kind: 'not-ours' }
  | {
      readonly kind: 'ours';
      readonly outcome: Result<
        { readonly code: string; readonly iss: string | undefined },
        SignInProblem
      >;
    };

/**
 * Reads what a browser came back with. Any page can send a browser here with anything: without the
 * state of this sign-in (RFC 6749 section 10.12) it is nobody's. With it, the issuer is checked
 * (RFC 9207) before a word of the rest is believed.
 */
export function readAnswer(
  given: URLSearchParams,
  { state, metadata }: ExpectedAnswer,
): SignInAnswer {
  const one = (name: string): string | undefined => {
    const [value, ...more] = given.getAll(name);
    return more.length > 0 ? undefined : value;
  };
  if (!isSame(one('state'), state)) return { kind: 'not-ours' };
  const ours = (outcome: Extract<SignInAnswer, { kind: 'ours' }>['outcome']): SignInAnswer => ({
    kind: 'ours',
    outcome,
  });
  const iss = given.get('iss') ?? undefined;
  try {
    if (given.getAll('iss').length > 1) throw new Error('two issuers');
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
    });
  } catch {
    return ours(
      err(
        problem(
          'mix-up',
          'The answer came from a different authorization server, so its code wasn’t used.',
        ),
      ),
    );
  }
  const error = one('error');
  if (error === 'access_denied')
    return ours(err(problem('denied', 'The sign-in was declined in the browser.')));
  if (error !== undefined)
    return ours(
      err(
        problem('refused', `The authorization server refused the sign-in: ${visible(error, 80)}.`),
      ),
    );
  const code = one('code');
  if (code === undefined || code === '')
    return ours(err(problem('refused', 'The response has neither a code nor an error.')));
  return ours(ok({ code, iss }));
}

function isSame(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

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
  return problem('unusable', 'The authorization server sent an invalid answer.');
}
